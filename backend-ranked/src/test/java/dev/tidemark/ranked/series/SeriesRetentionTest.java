package dev.tidemark.ranked.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.Visit;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SeriesRetentionTest {

    private static final Granularity KEPT = new Granularity("1sec", Duration.ofSeconds(1), Duration.ofSeconds(10));
    private static final BackendConfig CONFIG =
            BackendConfig.of("ranked", Map.of()).withSampleRetention(Duration.ofSeconds(10));

    private final Series series = new Series("s", List.of(KEPT), CONFIG);

    private void write(long second, long now) {
        Instant at = Instant.ofEpochSecond(second);
        series.apply(List.of(new Count("s", at, 1), new Visit("s", at, "a"), new Sample("s", at, 1)), now);
    }

    private long count(long second, long now) {
        return series.count(KEPT, Instant.ofEpochSecond(second), now);
    }

    @Test
    @DisplayName("It knows when something has expired, also when a write had renewed it in between")
    void knowsWhatHasExpired() {
        assertThat(series.hasExpired(1_000_000)).isFalse();
        write(0, 0);
        write(1_000, 3_000);
        assertThat(series.hasExpired(10_000)).isFalse();
        assertThat(series.hasExpired(10_001)).isTrue();
        write(1, 9_000);
        assertThat(series.hasExpired(13_000)).isFalse();
        assertThat(series.hasExpired(13_001)).isTrue();
        series.dropExpired(13_001);
        assertThat(series.hasExpired(13_001)).isFalse();
        assertThat(count(0, 13_001)).isEqualTo(1);
        assertThat(count(1_000, 13_001)).isZero();
        assertThat(series.hasExpired(19_001)).isTrue();
        series.dropExpired(19_001);
        assertThat(series.isEmpty()).isTrue();
        assertThat(series.kinds()).isEmpty();
    }

    @Test
    @DisplayName("A clock that goes back does not shorten what was promised")
    void clockGoesBack() {
        write(0, 20_000);
        write(0, 5_000);
        write(5_000, 5_000);
        assertThat(series.hasExpired(15_001)).isTrue();
        series.dropExpired(15_001);
        assertThat(count(0, 30_000)).isEqualTo(2);
        assertThat(count(5_000, 15_000)).isZero();
    }

    @Test
    @DisplayName("What has expired but was not dropped is in a cut, and reads as nothing")
    void expiredIsCutToo() throws IOException {
        write(0, 0);
        Series read = Records.of(series.cut()).read(List.of(KEPT), CONFIG);
        assertThat(read.isEmpty()).isFalse();
        assertThat(read.hasExpired(10_001)).isTrue();
        assertThat(read.counts(KEPT, new TimeRange(Instant.EPOCH, Instant.EPOCH), 10_001))
                .allMatch(point -> point.value() == 0);
        read.dropExpired(10_001);
        assertThat(read.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("A write to a group that has expired begins from nothing, and the cut before it keeps the old")
    void beginsAnew() throws IOException {
        write(0, 0);
        Series.Cut cut = series.cut();
        write(0, 20_000);
        assertThat(count(0, 20_000)).isEqualTo(1);
        Series read = Records.of(cut).read(List.of(KEPT), CONFIG);
        assertThat(read.count(KEPT, Instant.EPOCH, 5_000)).isEqualTo(1);
        assertThat(read.count(KEPT, Instant.EPOCH, 20_000)).isZero();
    }

    @Test
    @DisplayName("Counts near the limits are refused by a series that was read as by the one that was written")
    void refusesOverflowAfterReading() throws IOException {
        List<Event> much = List.of(new Count("s", Instant.EPOCH, Long.MAX_VALUE));
        List<Event> oneMore = List.of(new Count("s", Instant.EPOCH, 1));
        series.check(much, 0);
        series.apply(much, 0);
        Series read = Records.of(series.cut()).read(List.of(KEPT), CONFIG);
        for (Series each : List.of(series, read)) {
            assertThatThrownBy(() -> each.check(oneMore, 0)).isInstanceOf(NumberOverflowException.class);
            each.check(List.of(new Count("s", Instant.EPOCH, Long.MIN_VALUE)), 0);
        }
    }
}
