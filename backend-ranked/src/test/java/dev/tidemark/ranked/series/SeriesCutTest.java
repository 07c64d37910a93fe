package dev.tidemark.ranked.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.bytes.RecordSink;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.Uniques;
import dev.tidemark.timeseries.Visit;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SeriesCutTest {

    private static final int SPREAD = 8_000;
    private static final List<Granularity> GRANULARITIES = List.of(
            new Granularity("1sec", Duration.ofSeconds(1), Duration.ofSeconds(5_000)),
            Granularity.MINUTE,
            Granularity.DAY);
    private static final TimeRange ALL = new TimeRange(Instant.ofEpochSecond(-SPREAD), Instant.ofEpochSecond(SPREAD));

    private static BackendConfig config(Precision precision) {
        return BackendConfig.of("ranked", Map.of()).withPrecision(new PrecisionRules(precision, Map.of()));
    }

    private static Series series(Precision precision) {
        return new Series("s", GRANULARITIES, config(precision));
    }

    /** All that can be asked of a series. */
    private static List<Object> picture(Series series, List<Granularity> granularities, long now) {
        List<Object> picture = new ArrayList<>();
        picture.add(series.kinds());
        picture.add(List.copyOf(series.samples(ALL, Integer.MAX_VALUE, now)));
        for (Granularity granularity : granularities) {
            picture.add(List.copyOf(series.counts(granularity, ALL, now)));
            picture.add(series.uniques(granularity, ALL, now));
            picture.add(series.summaries(granularity, ALL, now));
        }
        return picture;
    }

    private static List<Event> events(Random random, int count) {
        List<Event> events = new ArrayList<>();
        int middle = random.nextInt(SPREAD) - SPREAD / 2;
        for (int i = 0; i < count; i++) {
            Instant at = Instant.ofEpochSecond(middle + random.nextInt(500));
            events.add(
                    switch (random.nextInt(3)) {
                        case 0 -> new Count("s", at, random.nextLong() >> (20 + random.nextInt(44)));
                        case 1 -> new Visit("s", at, "m" + random.nextInt(3_000));
                        default -> new Sample("s", at, random.nextInt(1_000) / 10.0);
                    });
        }
        return events;
    }

    @ParameterizedTest(name = "seed {0}, {1}")
    @CsvSource({"1, EXACT", "2, APPROXIMATE", "3, EXACT", "4, APPROXIMATE"})
    @DisplayName("A cut is what the series was, whatever becomes of it, and goes on like it when it is read")
    void isWhatTheSeriesWas(long seed, Precision precision) throws IOException {
        Random random = new Random(seed);
        Series series = series(precision);
        List<Series.Cut> cuts = new ArrayList<>();
        List<List<Object>> pictures = new ArrayList<>();
        List<Long> times = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 200; i++) {
            now += random.nextInt(200_000);
            if (i % 10 == 9) {
                cuts.add(series.cut());
                pictures.add(picture(series, GRANULARITIES, now));
                times.add(now);
            }
            if (i % 17 == 5) {
                series.dropExpired(now);
            }
            series.apply(events(random, 100), now);
        }
        for (int i = 0; i < cuts.size(); i++) {
            Series read = Records.of(cuts.get(i)).read(GRANULARITIES, config(precision));
            assertThat(picture(read, GRANULARITIES, times.get(i))).isEqualTo(pictures.get(i));
        }
        assertGoesOnAlike(series, precision, now, random);
    }

    private static void assertGoesOnAlike(Series series, Precision precision, long now, Random random)
            throws IOException {
        Series read = Records.of(series.cut()).read(GRANULARITIES, config(precision));
        assertThat(read.hasExpired(now)).isEqualTo(series.hasExpired(now));
        for (int i = 0; i < 20; i++) {
            long then = now + i * 500_000L;
            List<Event> more = events(random, 50);
            series.apply(more, then);
            read.apply(more, then);
            if (i % 7 == 3) {
                assertThat(read.hasExpired(then)).isEqualTo(series.hasExpired(then));
                series.dropExpired(then);
                read.dropExpired(then);
            }
            assertThat(picture(read, GRANULARITIES, then)).isEqualTo(picture(series, GRANULARITIES, then));
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A cut may be written by another thread while the series changes")
    void isWrittenAside(Precision precision) throws IOException {
        Random random = new Random(5);
        Series series = series(precision);
        for (int i = 0; i < 30; i++) {
            series.apply(events(random, 1_000), 0);
            Series.Cut cut = series.cut();
            List<Object> picture = picture(series, GRANULARITIES, 0);
            CompletableFuture<Records> written = CompletableFuture.supplyAsync(() -> {
                try {
                    return Records.of(cut);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            while (!written.isDone()) {
                series.apply(events(random, 100), 0);
            }
            Series read = written.join().read(GRANULARITIES, config(precision));
            assertThat(picture(read, GRANULARITIES, 0)).isEqualTo(picture);
        }
    }

    @Test
    @DisplayName("An empty series is a small record, and empty when it is read")
    void emptyStaysEmpty() throws IOException {
        Records records = Records.of(series(Precision.EXACT).cut());
        assertThat(records.sizes()).hasSize(1);
        assertThat(records.read(GRANULARITIES, config(Precision.EXACT)).isEmpty())
                .isTrue();
    }

    @Test
    @DisplayName("A bucket of many members is spread over records of a comfortable size")
    void spreadsLargeSets() throws IOException {
        Series series = series(Precision.EXACT);
        visit(series, 0, 0, 100_000);
        Records records = Records.of(series.cut());
        visit(series, 0, 50_000, 120_000);
        assertThat(records.sizes())
                .hasSizeGreaterThan(10)
                .allSatisfy(size -> assertThat(size).isLessThan(RecordSink.COMFORTABLE * 2));
        assertThat(distinct(records.read(GRANULARITIES, config(Precision.EXACT)), 0))
                .isEqualTo(100_000);
        assertThat(distinct(series, 0)).isEqualTo(120_000);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Granularities are known by name and duration; others are left out, new ones are empty")
    void readsWithOtherGranularities(Precision precision) throws IOException {
        Series series = series(precision);
        series.apply(events(new Random(3), 2_000), 0);
        Granularity shorter = new Granularity("1min", Duration.ofSeconds(30), Duration.ofDays(7));
        Granularity kept = new Granularity("1sec", Duration.ofSeconds(1), null);
        List<Granularity> others = List.of(Granularity.DAY, shorter, Granularity.HOUR, kept);

        Series read = Records.of(series.cut()).read(others, config(precision));

        assertThat(read.samples(ALL, 10_000, 0)).isEqualTo(series.samples(ALL, 10_000, 0));
        assertThat(read.counts(Granularity.DAY, ALL, 0)).isEqualTo(series.counts(Granularity.DAY, ALL, 0));
        assertThat(read.uniques(kept, ALL, 0)).isEqualTo(series.uniques(GRANULARITIES.get(0), ALL, 0));
        for (Granularity empty : List.of(shorter, Granularity.HOUR)) {
            assertThat(read.counts(empty, ALL, 0)).allMatch(point -> point.value() == 0);
            assertThat(read.uniques(empty, ALL, 0).distinct()).isZero();
        }
        assertThat(read.counts(kept, ALL, 5_000_001)).isEqualTo(series.counts(GRANULARITIES.get(0), ALL, 0));
        assertThat(series.counts(GRANULARITIES.get(0), ALL, 5_000_001)).allMatch(point -> point.value() == 0);
    }

    @Test
    @DisplayName("If nothing is left of it by the granularities, a series is empty")
    void mayBeEmptyNow() throws IOException {
        Series series = series(Precision.EXACT);
        series.apply(List.of(new Count("s", Instant.EPOCH, 1), new Visit("s", Instant.EPOCH, "a")), 0);
        assertThat(Records.of(series.cut())
                        .read(List.of(Granularity.HOUR), config(Precision.EXACT))
                        .isEmpty())
                .isTrue();
    }

    @Test
    @DisplayName("Exact members become a sketch where the series is approximate now")
    void becomesApproximate() throws IOException {
        Series series = series(Precision.EXACT);
        visit(series, 0, 0, 400);
        visit(series, 86_400, 300, 500);
        Series read = Records.of(series.cut()).read(GRANULARITIES, config(Precision.APPROXIMATE));
        Uniques uniques = read.uniques(Granularity.DAY, days(0, 1), 0);
        assertThat(uniques.precision()).isEqualTo(Precision.APPROXIMATE);
        assertThat(uniques.distinct()).isEqualTo(500);
    }

    @Test
    @DisplayName("A sketch stays one where the series is exact now, and says so only where it is part of the answer")
    void becomesExact() throws IOException {
        Series series = series(Precision.APPROXIMATE);
        visit(series, 0, 0, 400);
        Series read = Records.of(series.cut()).read(GRANULARITIES, config(Precision.EXACT));
        visit(read, 0, 350, 450);
        visit(read, 86_400, 420, 500);

        assertThat(read.uniques(Granularity.DAY, days(0, 0), 0).precision()).isEqualTo(Precision.APPROXIMATE);
        assertThat(distinct(read, 0)).isEqualTo(450);
        assertThat(read.uniques(Granularity.DAY, days(1, 1), 0).precision()).isEqualTo(Precision.EXACT);
        assertThat(distinct(read, 1)).isEqualTo(80);
        assertThat(read.uniques(Granularity.DAY, days(2, 2), 0).precision()).isEqualTo(Precision.EXACT);
        Uniques both = read.uniques(Granularity.DAY, days(0, 2), 0);
        assertThat(both.precision()).isEqualTo(Precision.APPROXIMATE);
        assertThat(both.distinct()).isEqualTo(500);

        Series again = Records.of(read.cut()).read(GRANULARITIES, config(Precision.EXACT));
        assertThat(again.uniques(Granularity.DAY, days(0, 2), 0)).isEqualTo(both);
    }

    private static void visit(Series series, long second, int from, int to) {
        Instant at = Instant.ofEpochSecond(second);
        series.apply(
                IntStream.range(from, to)
                        .<Event>mapToObj(i -> new Visit("s", at, "member:" + i))
                        .toList(),
                0);
    }

    private static long distinct(Series series, int day) {
        return series.uniques(Granularity.DAY, days(day, day), 0).distinct();
    }

    private static TimeRange days(int from, int to) {
        return new TimeRange(Instant.ofEpochSecond(from * 86_400L), Instant.ofEpochSecond(to * 86_400L));
    }
}
