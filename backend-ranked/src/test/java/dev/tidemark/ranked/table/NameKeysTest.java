package dev.tidemark.ranked.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.Names;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
        NameKeys keys = new NameKeys();
        names.forEach(keys::include);
        for (String a : names) {
            for (String b : names) {
                int order = Integer.signum(Names.UTF8_ORDER.compare(a, b));
                long key = keys.of(a);
                long other = keys.of(b);
                assertThat(Long.compare(key, other)).isIn(order, 0);
                assertThat(Integer.compare(NameKeys.shortened(key), NameKeys.shortened(other)))
                        .isIn(order, 0);
            }
        }
    }

    @ParameterizedTest(name = "seed {0}, prefix \"{1}\"")
    @CsvSource({"1, ''", "2, member:", "3, é", "4, \uD83D"})
    @DisplayName("No two names have the same telling key")
    void tellNames(long seed, String prefix) {
        Random random = new Random(seed);
        NameKeys keys = new NameKeys();
        List<String> names = IntStream.range(0, 3000)
                .mapToObj(i -> prefix + (prefix.equals("\uD83D") ? "\uDE00" : "") + tail(random))
                .distinct()
                .toList();
        names.forEach(keys::include);
        Map<Long, String> told = new HashMap<>();
        for (String name : names) {
            long key = keys.telling(name);
            if (key != NameKeys.NO_TELLING) {
                assertThat(key).isEqualTo(keys.of(name));
                assertThat(told.put(key, name)).as(name).isNull();
            }
        }
        // Those that are not told have no key that tells another.
        for (String name : names) {
            assertThat(told.getOrDefault(keys.of(name), name)).isEqualTo(name);
        }
        assertThat(told.size()).isBetween(1, names.size() - 1);
    }

    @ParameterizedTest(name = "\"{0}\": {1}")
    @CsvSource({
        "member:1, true",
        "member:12345678, true",
        "member:123456789, false",
        "member:1é, false",
        "member:, false",
        "membe, false",
        "other, false"
    })
    @DisplayName("A name is told by its key if it has the prefix and no more than eight ASCII characters behind it")
    void tellsShortNames(String name, boolean tells) {
        NameKeys keys = new NameKeys();
        keys.include("member:1");
        keys.include("member:2");
        assertThat(keys.telling(name) != NameKeys.NO_TELLING).isEqualTo(tells);
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
        NameKeys keys = new NameKeys();
        keys.include("member:1");
        assertThat(keys.era()).isZero();
        keys.include(second);
        assertThat(keys.era()).isEqualTo(era);
        keys.include("member:1");
        assertThat(keys.era()).isEqualTo(era);
    }
}
