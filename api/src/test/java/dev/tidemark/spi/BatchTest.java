package dev.tidemark.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BatchTest {

    private static final Instant START = Instant.EPOCH;

    private static Batch.OfSeries only(Event... events) {
        return new Batch(List.of(events)).series().iterator().next();
    }

    private static Count count(long second, long amount) {
        return new Count("s", START.plusSeconds(second), amount);
    }

    @Test
    @DisplayName("Counts of one bucket are one")
    void mergesCounts() {
        Batch.OfSeries series = only(count(0, 1), count(59, 2), count(60, 4), count(-1, 8));
        assertThat(series.amounts(Granularity.MINUTE)).isEqualTo(Map.of(-1L, 8L, 0L, 3L, 1L, 4L));
        assertThat(series.amounts(Granularity.SECOND)).hasSize(4);
        assertThat(series.hasVisits() || series.hasSamples()).isFalse();
    }

    @Test
    @DisplayName("A sum may leave 64 bits on the way if it comes back, and not otherwise")
    void sums() {
        assertThat(only(count(0, Long.MAX_VALUE), count(0, 5), count(0, -5)).amounts(Granularity.DAY))
                .isEqualTo(Map.of(0L, Long.MAX_VALUE));
        assertThat(only(count(0, Long.MIN_VALUE), count(0, -1), count(0, 1)).amounts(Granularity.DAY))
                .isEqualTo(Map.of(0L, Long.MIN_VALUE));
        Batch.OfSeries tooMuch = only(count(0, Long.MAX_VALUE), count(1, 1));
        assertThat(tooMuch.amounts(Granularity.SECOND)).hasSize(2);
        assertThatThrownBy(() -> tooMuch.amounts(Granularity.MINUTE)).isInstanceOf(NumberOverflowException.class);
    }

    @Test
    @DisplayName("A visitor is in a bucket once, and of two samples of one instant the later stays")
    void visitsAndSamples() {
        Batch.OfSeries series = only(
                new Visit("s", START, "a"),
                new Visit("s", START.plusSeconds(1), "a"),
                new Visit("s", START, "b"),
                new Sample("s", START, 1),
                new Sample("s", START.plusMillis(1), 2),
                new Sample("s", START, 3));
        assertThat(series.members(Granularity.MINUTE)).isEqualTo(Map.of(0L, Set.of("a", "b")));
        assertThat(series.members(Granularity.SECOND)).isEqualTo(Map.of(0L, Set.of("a", "b"), 1L, Set.of("a")));
        assertThat(series.samples()).isEqualTo(Map.of(0L, 3.0, 1L, 2.0));
    }

    @Test
    @DisplayName("Series come in the order of their first events")
    void order() {
        Batch batch = new Batch(List.of(
                new Count("b", START, 1),
                new Count("a", START, 1),
                new Visit("b", START, "m"),
                new Count("c", START, 1)));
        assertThat(batch.series()).extracting(Batch.OfSeries::name).containsExactly("b", "a", "c");
    }
}
