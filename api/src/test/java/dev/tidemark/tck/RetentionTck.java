package dev.tidemark.tck;

import static dev.tidemark.tck.Stages.get;
import static dev.tidemark.timeseries.Granularity.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Uniques;
import dev.tidemark.timeseries.Visit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * How long things are kept. Time really passes on a server, so the tests are few and each looks at all kinds at once; the
 * margins on either side are wide enough for a slow one.
 */
abstract class RetentionTck extends TimeSeriesGroup {

    private static final String NAME = "kept";
    private static final Granularity ONE_SECOND_KEPT =
            new Granularity("10ms", Duration.ofMillis(10), Duration.ofSeconds(1));
    private static final Granularity THREE_SECONDS_KEPT =
            new Granularity("20ms", Duration.ofMillis(20), Duration.ofSeconds(3));

    /** One retention and one whole group later, with a margin. */
    private static final long GONE_MILLIS =
            1_000 + Granularity.MAX_GROUP * ONE_SECOND_KEPT.duration().toMillis() + 380;

    RetentionTck(Supplier<TckBackend> kits, Precision precision) {
        super(kits, precision);
    }

    private void reopen(Granularity granularity, @Nullable Duration sampleRetention) {
        reopen(List.of(granularity, DAY), new PrecisionRules(precision(), Map.of()), sampleRetention);
    }

    private void write() {
        insert(new Count(NAME, at(0), 2), new Visit(NAME, at(0), "a"), new Sample(NAME, at(0), 1.5));
    }

    private long distinct(Granularity granularity) {
        return get(series().uniques(NAME, granularity, range(0, 0))).distinct();
    }

    @Test
    @DisplayName("what was written is there for its retention, and a write renews it")
    void keptAndRenewed() {
        reopen(THREE_SECONDS_KEPT, Duration.ofSeconds(3));
        write();
        advance(2_000);
        assertThat(value(NAME, THREE_SECONDS_KEPT, 0)).isEqualTo(2);
        assertThat(distinct(THREE_SECONDS_KEPT)).isEqualTo(1);
        write();
        advance(2_000);
        assertThat(value(NAME, THREE_SECONDS_KEPT, 0)).isEqualTo(4);
        assertThat(distinct(THREE_SECONDS_KEPT)).isEqualTo(1);
        assertThat(get(series().samples(NAME, range(0, 0), 5))).containsExactly(new Sample(NAME, at(0), 1.5));
    }

    @Test
    @DisplayName("a bucket reads as 0 a group after its retention, the coarser one for ever stays")
    void goneAfterwards() {
        reopen(ONE_SECOND_KEPT, null);
        write();
        insert(new Count(NAME, at(-5), 7), new Visit(NAME, at(-5), "b"));
        advance(GONE_MILLIS);
        assertThat(values(NAME, ONE_SECOND_KEPT, range(-5, 1))).hasSize(601).containsOnly(0L);
        Uniques visits = get(series().uniques(NAME, ONE_SECOND_KEPT, range(-5, 1)));
        assertThat(visits.distinct()).isZero();
        assertThat(visits.points())
                .allSatisfy(point -> assertThat(point.value()).isZero());
        assertThat(values(NAME, DAY, range(-5, 0))).containsExactly(7L, 2L);
        assertThat(get(series().uniques(NAME, DAY, range(-5, 0))).distinct()).isEqualTo(2);
        assertThat(get(series().samples(NAME, range(0, 0), 5))).hasSize(1);
    }

    @Test
    @DisplayName("a bucket that is gone begins from nothing when it is written again")
    void beginsAnew() {
        reopen(ONE_SECOND_KEPT, null);
        write();
        advance(GONE_MILLIS);
        insert(new Count(NAME, at(0), 5), new Visit(NAME, at(0), "b"));
        assertThat(value(NAME, ONE_SECOND_KEPT, 0)).isEqualTo(5);
        assertThat(distinct(ONE_SECOND_KEPT)).isEqualTo(1);
        assertThat(value(NAME, DAY, 0)).isEqualTo(7);
        assertThat(distinct(DAY)).isEqualTo(2);
        assertThat(get(series().countAndGet(new Count(NAME, at(0), 1), ONE_SECOND_KEPT)))
                .isEqualTo(6);
    }

    @Test
    @DisplayName("samples are gone after theirs, from their summaries too, and counts are not touched by it")
    void samplesGone() {
        reopen(THREE_SECONDS_KEPT, Duration.ofSeconds(1));
        write();
        insert(new Sample(NAME, at(100), 2));
        advance(7_000);
        assertThat(get(series().samples(NAME, range(0, 100), 5))).isEmpty();
        assertThat(get(series().summaries(NAME, DAY, range(0, 100)))).isEmpty();
        assertThat(value(NAME, DAY, 0)).isEqualTo(2);
        insert(new Sample(NAME, at(0), 3));
        assertThat(get(series().samples(NAME, range(0, 100), 5))).containsExactly(new Sample(NAME, at(0), 3));
    }
}
