package dev.tidemark.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.InvalidValueException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelTest {

    private static final Instant EPOCH = Instant.EPOCH;
    private static final Instant TOO_LATE = Instant.parse("+10000-01-01T00:00:00Z");

    @ParameterizedTest
    @MethodSource("dev.tidemark.tck.Oddities#illegalNames")
    @DisplayName("an event with a name that is not legal cannot be made")
    void illegalNames(String name) {
        assertThatThrownBy(() -> new Count(name, EPOCH, 1)).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> new Visit(name, EPOCH, "a")).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> new Visit("a", EPOCH, name)).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> new Sample(name, EPOCH, 1)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    @DisplayName("an event outside of time cannot be made")
    void outsideOfTime() {
        assertThatThrownBy(() -> new Count("a", TOO_LATE, 1)).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> new Visit("a", TOO_LATE, "a")).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> new Sample("a", TOO_LATE, 1)).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> new TimeRange(EPOCH, TOO_LATE)).hasMessageStartingWith("to ");
    }

    @Test
    @DisplayName("an event's time is rounded down to its millisecond")
    void milliseconds() {
        Instant time = Instant.parse("2026-11-15T12:00:00.123999Z");
        Instant rounded = Instant.parse("2026-11-15T12:00:00.123Z");
        List<Event> events = List.of(new Count("a", time, 1), new Visit("a", time, "b"), new Sample("a", time, 1));
        assertThat(events).extracting(Event::at).containsOnly(rounded);
        assertThat(new TimeRange(time, time)).isEqualTo(new TimeRange(rounded, rounded));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    @DisplayName("a sample is a finite number")
    void finite(double value) {
        assertThatThrownBy(() -> new Sample("a", EPOCH, value))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("finite");
    }

    @Test
    @DisplayName("a sample of −0.0 is one of 0.0")
    void negativeZero() {
        assertThat(new Sample("a", EPOCH, -0.0)).isEqualTo(new Sample("a", EPOCH, 0.0));
    }

    @ParameterizedTest(name = "{0} to {1} touches {2} minutes")
    @CsvSource({"0, 120000, 3", "59999, 120500, 3", "0, 0, 1", "0, 59999, 1", "-1, 0, 2", "-60000, -1, 1"})
    @DisplayName("a range knows how many points it has")
    void points(long from, long to, long points) {
        TimeRange range = new TimeRange(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to));
        assertThat(range.points(Granularity.MINUTE)).isEqualTo(points);
    }

    @Test
    @DisplayName("a range contains both its ends, and cannot run backwards")
    void range() {
        TimeRange range = new TimeRange(Instant.ofEpochSecond(1), Instant.ofEpochSecond(2));
        assertThat(range.contains(Instant.ofEpochSecond(1))).isTrue();
        assertThat(range.contains(Instant.ofEpochSecond(2))).isTrue();
        assertThat(range.contains(Instant.ofEpochMilli(999))).isFalse();
        assertThat(range.contains(Instant.ofEpochMilli(2_001))).isFalse();
        assertThatThrownBy(() -> new TimeRange(Instant.ofEpochSecond(2), Instant.ofEpochSecond(1)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("from must not be after to");
    }

    @Test
    @DisplayName("a summary grows sample by sample")
    void summary() {
        Summary summary = Summary.of(EPOCH, 4).with(-2).with(1);
        assertThat(summary).isEqualTo(new Summary(EPOCH, 3, -2, 4, 3, 4, 1));
        assertThat(summary.mean()).isEqualTo(1);
    }

    @Test
    @DisplayName("a limit's answer never has less than nothing remaining, nor more than the limit")
    void remaining() {
        assertThat(new Limiter.Answer(11, 10, EPOCH).remaining()).isZero();
        assertThat(new Limiter.Answer(10, 10, EPOCH).allowed()).isTrue();
        assertThat(new Limiter.Answer(Long.MIN_VALUE, 10, EPOCH).remaining()).isEqualTo(10);
    }

    @Test
    @DisplayName("an answer does not change with the list it was made from")
    void copies() {
        List<Point> points = new ArrayList<>(List.of(new Point(EPOCH, 1)));
        Uniques uniques = new Uniques(points, 1, Precision.EXACT);
        points.clear();
        assertThat(uniques.points()).hasSize(1);
    }
}
