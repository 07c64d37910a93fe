package dev.tidemark.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Times;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GranularityTest {

    @Test
    @DisplayName("the default four are a second, a minute, an hour and a day")
    void defaults() {
        assertThat(Granularity.DEFAULTS).extracting(Granularity::name).containsExactly("1sec", "1min", "1hour", "1day");
        assertThat(Granularity.DEFAULTS)
                .extracting(Granularity::retention)
                .containsExactly(Duration.ofHours(2), Duration.ofDays(7), Duration.ofDays(60), null);
    }

    @ParameterizedTest(name = "{0} ms is in minute {1}")
    @CsvSource({"0, 0", "59999, 0", "60000, 1", "-1, -1", "-60000, -1", "-60001, -2"})
    @DisplayName("buckets are counted from 1970 by rounding down")
    void buckets(long millis, long bucket) {
        assertThat(Granularity.MINUTE.bucket(Instant.ofEpochMilli(millis))).isEqualTo(bucket);
        assertThat(Granularity.MINUTE.start(bucket)).isEqualTo(Instant.ofEpochMilli(bucket * 60_000));
    }

    @Test
    @DisplayName("every time falls in a bucket, the first and last of all with the finest and widest too")
    void extremes() {
        for (Duration duration : new Duration[] {Duration.ofMillis(1), Duration.ofDays(366_000)}) {
            Granularity granularity = new Granularity("x", duration, null);
            for (Instant time : new Instant[] {Times.MIN, Times.MAX}) {
                Instant start = granularity.start(granularity.bucket(time));
                assertThat(start).isBeforeOrEqualTo(time);
                assertThat(start.plus(duration)).isAfter(time);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "1:min", "é", "a.b", "123456789012345678901234567890123"})
    @DisplayName("a name is 1 to 32 letters, digits, _ or -")
    void badNames(String name) {
        assertThatThrownBy(() -> new Granularity(name, Duration.ofSeconds(1), null))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("'" + name + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0005S", "PT0.0015S", "P366001D"})
    @DisplayName("a duration is whole milliseconds and not too long")
    void badDurations(Duration duration) {
        assertThatThrownBy(() -> new Granularity("x", duration, null))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("duration of granularity 'x'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT0.999S", "P366001D"})
    @DisplayName("a retention is at least a duration and not too long")
    void badRetentions(Duration retention) {
        assertThatThrownBy(() -> new Granularity("x", Duration.ofSeconds(1), retention))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("retention of granularity 'x'");
    }
}
