package dev.tidemark.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackendConfigTest {

    private enum Layout {
        HASH,
        SORTED_SET
    }

    private enum Mode {
        FAST,
        SLOW {
            @Override
            public String toString() {
                return "a slow one";
            }
        }
    }

    private static BackendConfig config(String key, String value) {
        return BackendConfig.of("redis", Map.of(key, value));
    }

    private static void assertRefused(ThrowingCallable read, String property, String value) {
        assertThatThrownBy(read)
                .isInstanceOf(BackendException.class)
                .hasMessageStartingWith(property + " must be ")
                .hasMessageEndingWith("but is '" + value + "'");
    }

    @Test
    @DisplayName("what is not set has its default")
    void defaults() {
        BackendConfig config = BackendConfig.of("redis", Map.of());
        assertThat(config.text("dir", "data")).isEqualTo("data");
        assertThat(config.number("port", 5, 1, 9)).isEqualTo(5);
        assertThat(config.duration("timeout", Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.choice("layout", Layout.SORTED_SET)).isEqualTo(Layout.SORTED_SET);
        assertThat(config.precision("x")).isEqualTo(Precision.EXACT);
        assertThat(config.sampleRetention()).isEmpty();
        assertThat(config.unused()).isEmpty();
    }

    @Test
    @DisplayName("what is set is read")
    void set() {
        assertThat(config("dir", "/var").text("dir", "data")).isEqualTo("/var");
        assertThat(config("port", " 9 ").number("port", 5, 1, 9)).isEqualTo(9);
        assertThat(config("timeout", "500ms").duration("timeout", Duration.ZERO))
                .isEqualTo(Duration.ofMillis(500));
        assertThat(config("layout", "sorted-set").choice("layout", Layout.HASH)).isEqualTo(Layout.SORTED_SET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    @DisplayName("what is set to nothing is rejected, and named: an empty folder silently meant the default one")
    void empty(String nothing) {
        for (Function<BackendConfig, Object> reading : List.<Function<BackendConfig, Object>>of(
                config -> config.text("key", "data"),
                config -> config.number("key", 5, 1, 9),
                config -> config.duration("key", Duration.ZERO),
                config -> config.choice("key", Layout.HASH))) {
            assertThatThrownBy(() -> reading.apply(config("key", nothing)))
                    .isInstanceOf(BackendException.class)
                    .hasMessage("tidemark.redis.key is set, but empty: give it a value, or do not set it");
        }
    }

    @Test
    @DisplayName("a key with a hyphen is found where the environment can only show dots")
    void hyphens() {
        Map<String, String> environment = Map.of("count-layout", "sorted-set");
        BackendConfig config = BackendConfig.of("redis", environment::get, Set.of("count.layout"));
        assertThat(config.unused()).containsExactly("tidemark.redis.count.layout");
        assertThat(config.choice("count-layout", Layout.HASH)).isEqualTo(Layout.SORTED_SET);
        assertThat(config.unused()).isEmpty();
    }

    @Test
    @DisplayName("what was read before the config got its rules counts as read")
    void readEarly() {
        BackendConfig early = config("dir", "/var");
        early.text("dir", "data");
        assertThat(early.withSampleRetention(Duration.ofDays(1)).unused()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10", "x", "1.5", "99999999999999999999", "4294967297"})
    @DisplayName("a bad number names the property and the range")
    void badNumbers(String value) {
        assertRefused(() -> config("port", value).number("port", 5, 1, 9), "tidemark.redis.port", value);
        assertThatThrownBy(() -> config("port", value).number("port", 5, 1, 9)).hasMessageContaining("1 to 9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "5 years", "-1s"})
    @DisplayName("a bad duration names the property")
    void badDurations(String value) {
        assertRefused(
                () -> config("timeout", value).duration("timeout", Duration.ZERO), "tidemark.redis.timeout", value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "HASH", "sorted_set"})
    @DisplayName("a bad choice names the property and the choices")
    void badChoices(String value) {
        assertRefused(() -> config("layout", value).choice("layout", Layout.HASH), "tidemark.redis.layout", value);
        assertThatThrownBy(() -> config("layout", value).choice("layout", Layout.HASH))
                .hasMessageContaining("hash or sorted-set");
    }

    @Test
    @DisplayName("an enum constant with a body is a choice like any other")
    void constantsWithBodies() {
        assertThat(config("mode", "slow").choice("mode", Mode.FAST)).isEqualTo(Mode.SLOW);
        assertThat(BackendConfig.of("redis", Map.of()).choice("mode", Mode.FAST))
                .isEqualTo(Mode.FAST);
    }

    @Test
    @DisplayName("what nobody asked for is reported")
    void unused() {
        BackendConfig config = BackendConfig.of("redis", Map.of("dir", "x", "port", "1", "prot", "2"));
        config.text("dir", "");
        config.number("port", 1, 1, 9);
        assertThat(config.unused()).containsExactly("tidemark.redis.prot");
    }

    @Test
    @DisplayName("what holds for all backends is carried along")
    void shared() {
        BackendConfig config = config("dir", "x")
                .withPrecision(new PrecisionRules(Precision.EXACT, Map.of("a*", Precision.APPROXIMATE)))
                .withSampleRetention(Duration.ofDays(1));
        assertThat(config.precision("ab")).isEqualTo(Precision.APPROXIMATE);
        assertThat(config.precision("b")).isEqualTo(Precision.EXACT);
        assertThat(config.sampleRetention()).contains(Duration.ofDays(1));
        assertThat(config.withSampleRetention(null).sampleRetention()).isEmpty();
        assertThat(config.text("dir", "")).isEqualTo("x");
    }

    @ParameterizedTest(name = "{0} of 1,000,000,000 is {1}")
    @CsvSource({
        "75%, 750000000",
        "100%, 1000000000",
        "1%, 10000000",
        "800M, 838860800",
        "800m, 838860800",
        "512K, 524288",
        "2G, 1000000000",
        "999999999G, 1000000000",
        "123456, 123456",
        "100000000000000000, 1000000000"
    })
    @DisplayName(
            "a size is a number of bytes, kilobytes, megabytes or gigabytes, or a part of the whole, and never more")
    void sizes(String value, long expected) {
        assertThat(config("max-memory", value).size("max-memory", "50%", 1_000_000_000))
                .isEqualTo(expected);
    }

    @Test
    @DisplayName("a size that is not set has its default")
    void defaultSize() {
        assertThat(BackendConfig.of("redis", Map.of()).size("max-memory", "50%", 1_000))
                .isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0%", "101%", "-1", "75 %", "1.5G", "much", "8T", "%", "G", "99999999999G"})
    @DisplayName("what is no size is refused with its property")
    void badSizes(String value) {
        assertRefused(
                () -> config("max-memory", value).size("max-memory", "50%", 1_000), "tidemark.redis.max-memory", value);
    }
}
