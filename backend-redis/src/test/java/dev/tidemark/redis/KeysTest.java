package dev.tidemark.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.tck.Oddities;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeysTest {

    private static final List<String> SUFFIXES = List.of("1sec:0", "1sec:-300", "1day:0:visits", "samples");

    /** What Redis Cluster hashes of a key: the text within the first braces if there is any, otherwise all of it. */
    private static String hashed(String key) {
        int open = key.indexOf('{');
        int close = key.indexOf('}', open + 1);
        return open < 0 || close <= open + 1 ? key : key.substring(open + 1, close);
    }

    static Stream<String> names() {
        return Stream.concat(
                Oddities.names(),
                Stream.of("}", "}}", "}:1sec:0", "a}:1sec:0", "{a}:1sec:0", "@}", "}@a", "{}@a", "a@}{", "@@"));
    }

    @ParameterizedTest
    @MethodSource("names")
    @DisplayName("All keys of a series are hashed alike, whatever it is called")
    void seriesTogether(String name) {
        assertThat(SUFFIXES.stream()
                        .map(suffix -> hashed(Keys.series(name) + suffix))
                        .distinct())
                .hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("names")
    @DisplayName("All tables of a board are hashed alike, whatever it is called")
    void boardTogether(String name) {
        String board = name.replace("@", "");
        assertThat(Stream.of("@total", "@2026-11-15", "@2026-W46", "@}{")
                        .flatMap(period -> Stream.of("ranking:", "expiring:")
                                .map(kind -> hashed(kind + Keys.table(board + period))))
                        .distinct())
                .hasSize(1);
    }

    @Test
    @DisplayName("No two series or tables share a key")
    void distinct() {
        List<String> names = names().distinct().toList();
        Set<String> keys = new HashSet<>();
        for (String name : names) {
            SUFFIXES.forEach(suffix -> keys.add(Keys.series(name) + suffix));
            keys.add("ranking:" + Keys.table(name));
        }
        assertThat(keys).hasSize(names.size() * (SUFFIXES.size() + 1));
    }

    @Test
    @DisplayName("Keys of plain names are plain to read")
    void readable() {
        assertThat(Keys.series("purchases:item1") + "1sec:0").isEqualTo("{purchases:item1}:1sec:0");
        assertThat(Keys.table("game@2026-11-15")).isEqualTo("{game}@2026-11-15");
        assertThat(Keys.table("game")).isEqualTo("{game}");
    }
}
