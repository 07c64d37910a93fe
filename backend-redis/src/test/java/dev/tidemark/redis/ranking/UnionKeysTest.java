package dev.tidemark.redis.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranking.Order;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UnionKeysTest {

    @Test
    @DisplayName("A union is kept where its first table is, whatever that is called")
    void besideTheFirstTable() {
        for (String table : List.of("game@total", "game", "@", "}{", "{a}b@{c}", "*")) {
            String tag = TableKeys.tag(table);
            assertThat(new TableKeys(table).ranking()).startsWith("ranking:" + tag);
            assertThat(UnionKeys.of(List.of(table, "other")).result()).startsWith("union:" + tag + ":");
        }
    }

    @Test
    @DisplayName("Unions of other tables have other keys, even if their names look alike put together")
    void otherTablesOtherKeys() {
        assertThat(List.of(
                        UnionKeys.of(List.of("a@1", "a@2")),
                        UnionKeys.of(List.of("a@1")),
                        UnionKeys.of(List.of("a@1a@2")),
                        UnionKeys.of(List.of("a@1", "a@2", "a@3")),
                        UnionKeys.of(List.of("a@1 a@2"))))
                .doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("Tables have one tag if they are the same up to the first @")
    void oneTag() {
        assertThat(of("game@1", "game@2@x", "game").hasOneTag()).isTrue();
        assertThat(of("@1", "@2").hasOneTag()).isTrue();
        assertThat(of("game@1", "games@1").hasOneTag()).isFalse();
    }

    private static UnionRequest of(String... tables) {
        return new UnionRequest(List.of(tables), Order.ASC, 1, Duration.ZERO);
    }
}
