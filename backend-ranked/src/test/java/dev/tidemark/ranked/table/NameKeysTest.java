package dev.tidemark.ranked.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.Names;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameKeysTest {

    @ParameterizedTest(name = "seed {0}, prefix \"{1}\"")
    @CsvSource({"1, ''", "2, member:", "3, é", "4, \uD83D"})
    @DisplayName("Of two keys that differ the smaller has the smaller name, whatever the alphabet")
    void sortAsNamesDo(long seed, String prefix) {
        Random random = new Random(seed);
        List<String> names = IntStream.range(0, 300)
                .mapToObj(i -> prefix + (prefix.equals("\uD83D") ? "\uDE00" : "") + tail(random))
                .toList();
        NameKeys keys = new NameKeys(names::get);
        names.forEach(keys::include);
        for (int a = 0; a < names.size(); a++) {
            for (String b : names) {
                int order = Integer.signum(Names.UTF8_ORDER.compare(names.get(a), b));
                assertThat(keys.isBefore(a, keys.of(names.get(a)), b, keys.of(b)))
                        .isEqualTo(order < 0);
                assertThat(Long.compare(keys.longOf(names.get(a)), keys.longOf(b)))
                        .isIn(order, 0);
            }
        }
    }

    private static String tail(Random random) {
        String alphabet = "0 a~\u00E9\u07FF\uFFFD";
        StringBuilder tail = new StringBuilder();
        for (int i = random.nextInt(11); i > 0; i--) {
            int at = random.nextInt(alphabet.length() + 1);
            tail.append(at == alphabet.length() ? "\uD83D\uDE00" : alphabet.substring(at, at + 1));
        }
        return tail.toString();
    }

    @ParameterizedTest(name = "then \"{0}\"")
    @CsvSource({"member:2, 1", "membrane, 1", "other, 1", "member:11, 0"})
    @DisplayName("An era begins with a name that the prefix does not fit")
    void beginsAnEra(String second, int era) {
        NameKeys keys = new NameKeys(id -> "");
        keys.include("member:1");
        assertThat(keys.era()).isZero();
        keys.include(second);
        assertThat(keys.era()).isEqualTo(era);
        keys.include("member:1");
        assertThat(keys.era()).isEqualTo(era);
    }
}
