package dev.tidemark.tck;

import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static dev.tidemark.timeseries.Granularity.DAY;
import static dev.tidemark.timeseries.Granularity.HOUR;
import static dev.tidemark.timeseries.Granularity.MINUTE;
import static dev.tidemark.timeseries.Granularity.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tidemark.InvalidValueException;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.Uniques;
import dev.tidemark.timeseries.Visit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Visits, and how many different members they were of. */
abstract class VisitsTck extends TimeSeriesGroup {

    private static final String NAME = "visits:page";
    private static final long DAY_SECONDS = 86_400;

    VisitsTck(Supplier<TckBackend> kits, Precision precision) {
        super(kits, precision);
    }

    private void visit(long second, String member) {
        insert(new Visit(NAME, at(second), member));
    }

    private void visitAll(long second, int fromMember, int toMember) {
        List<Event> events = IntStream.range(fromMember, toMember)
                .<Event>mapToObj(member -> new Visit(NAME, at(second), "member-" + member))
                .toList();
        for (int i = 0; i < events.size(); i += 5_000) {
            get(series().insert(events.subList(i, Math.min(events.size(), i + 5_000))));
        }
    }

    private void insertGolden() {
        insert(
                new Visit(NAME, at(0), "max"),
                new Visit(NAME, at(0), "max"),
                new Visit(NAME, at(1), "hugo"),
                new Visit(NAME, at(1), "renata"),
                new Visit(NAME, at(3), "hugo"),
                new Visit(NAME, at(61), "kc"));
    }

    private Uniques uniques(Granularity granularity, long from, long to) {
        return get(series().uniques(NAME, granularity, range(from, to)));
    }

    private static List<Long> pointsOf(Uniques uniques) {
        return uniques.points().stream().map(Point::value).toList();
    }

    private void assertNear(long actual, long expected) {
        if (precision() == Precision.EXACT) {
            assertThat(actual).isEqualTo(expected);
        } else {
            assertThat(actual).isCloseTo(expected, withinPercentage(3));
        }
    }

    @Test
    @DisplayName("the golden case by second is 1, 2, 0, 1, 0")
    void goldenBySecond() {
        insertGolden();
        Uniques found = uniques(SECOND, 0, 4);
        assertThat(found.points())
                .containsExactly(
                        new Point(at(0), 1),
                        new Point(at(1), 2),
                        new Point(at(2), 0),
                        new Point(at(3), 1),
                        new Point(at(4), 0));
        assertThat(found.distinct()).isEqualTo(3);
    }

    @Test
    @DisplayName("the golden case by minute is 3, 1, 0, and 4 different ones")
    void goldenByMinute() {
        insertGolden();
        Uniques found = uniques(MINUTE, 0, 120);
        assertThat(found.points()).containsExactly(new Point(at(0), 3), new Point(at(60), 1), new Point(at(120), 0));
        assertThat(found.distinct()).isEqualTo(4);
    }

    @Test
    @DisplayName("the golden case is 4 in the hour and in the day")
    void goldenByHourAndDay() {
        insertGolden();
        assertThat(pointsOf(uniques(HOUR, 0, 120))).containsExactly(4L);
        assertThat(pointsOf(uniques(DAY, -1, 120))).containsExactly(0L, 4L);
    }

    @Test
    @DisplayName("the golden case is the same when every visit comes on its own, twice")
    void goldenOneByOne() {
        for (int i = 0; i < 2; i++) {
            visit(61, "kc");
            visit(3, "hugo");
            visit(1, "renata");
            visit(1, "hugo");
            visit(0, "max");
        }
        assertThat(pointsOf(uniques(SECOND, 0, 4))).containsExactly(1L, 2L, 0L, 1L, 0L);
        Uniques found = uniques(MINUTE, 0, 120);
        assertThat(pointsOf(found)).containsExactly(3L, 1L, 0L);
        assertThat(found.distinct()).isEqualTo(4);
    }

    @Test
    @DisplayName("the answer tells the precision")
    void tellsPrecision() {
        assertThat(uniques(DAY, 0, 0).precision()).isEqualTo(precision());
        insertGolden();
        assertThat(uniques(DAY, 0, 0).precision()).isEqualTo(precision());
    }

    @Test
    @DisplayName("a visitor on three days is one")
    void threeDaysAreOne() {
        for (int day = 0; day < 3; day++) {
            visit(day * DAY_SECONDS + 3_600, "hugo");
        }
        Uniques found = uniques(DAY, 0, 3 * DAY_SECONDS);
        assertThat(pointsOf(found)).containsExactly(1L, 1L, 1L, 0L);
        assertThat(found.distinct()).isEqualTo(1);
    }

    @Test
    @DisplayName("the distinct ones are of the range alone, not of what lies around it")
    void distinctOfTheRange() {
        visit(0, "a");
        visit(60, "b");
        visit(120, "c");
        visit(180, "b");
        assertThat(uniques(MINUTE, 60, 120).distinct()).isEqualTo(2);
        assertThat(uniques(MINUTE, 60, 180).distinct()).isEqualTo(2);
        assertThat(uniques(MINUTE, 0, 180).distinct()).isEqualTo(3);
    }

    @ParameterizedTest(name = "{0} ms to {1} ms has {2} points and {3} different ones")
    @CsvSource({"59999, 120500, 3, 4", "0, 59999, 1, 3", "60000, 60000, 1, 1", "-1, 0, 2, 3", "120000, 500000, 7, 0"})
    @DisplayName("both ends are rounded down to their bucket and are included")
    void roundsBothEndsDown(long from, long to, int points, long distinct) {
        insertGolden();
        TimeRange range = new TimeRange(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to));
        Uniques found = get(series().uniques(NAME, MINUTE, range));
        assertThat(found.points()).hasSize(points);
        assertThat(found.points().get(0).at()).isEqualTo(MINUTE.start(MINUTE.bucket(range.from())));
        assertThat(found.distinct()).isEqualTo(distinct);
    }

    @Test
    @DisplayName("times before 1970 fall in the bucket below")
    void negativeTimes() {
        visit(-1, "a");
        visit(-60, "b");
        visit(-61, "a");
        Uniques found = uniques(MINUTE, -120, 0);
        assertThat(pointsOf(found)).containsExactly(1L, 2L, 0L);
        assertThat(found.distinct()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"})
    @DisplayName("the first and the last moment of all have visitors like any other")
    void extremesOfTime(Instant time) {
        insert(new Visit(NAME, time, "a"), new Visit(NAME, time, "b"));
        for (Granularity granularity : Granularity.DEFAULTS) {
            Uniques found = get(series().uniques(NAME, granularity, new TimeRange(time, time)));
            assertThat(found.points()).containsExactly(new Point(granularity.start(granularity.bucket(time)), 2));
            assertThat(found.distinct()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("a series that is not there has a 0 for every bucket")
    void unknownSeries() {
        Uniques found = uniques(MINUTE, 0, 120);
        assertThat(pointsOf(found)).containsExactly(0L, 0L, 0L);
        assertThat(found.distinct()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {":{}*@/% ", "}{", "\uD83D\uDE00", "\uFF5E", "1", "-0", "a b", "%s"})
    @DisplayName("a member may have any name")
    void memberNames(String member) {
        visit(0, member);
        visit(0, member);
        visit(0, member + member);
        assertThat(uniques(SECOND, 0, 0).distinct()).isEqualTo(2);
    }

    @Test
    @DisplayName("members of 256 bytes that differ in the last are different")
    void longMembers() {
        visit(0, "x".repeat(255) + "a");
        visit(0, "x".repeat(255) + "b");
        visit(0, "\uD83D\uDE00".repeat(64));
        assertThat(uniques(DAY, 0, 0).distinct()).isEqualTo(3);
    }

    @Test
    @DisplayName("20,000 in one bucket are as many as the precision promises")
    void manyInOneBucket() {
        visitAll(0, 0, 20_000);
        for (Granularity granularity : List.of(SECOND, DAY)) {
            Uniques found = uniques(granularity, 0, 0);
            assertNear(found.points().get(0).value(), 20_000);
            assertNear(found.distinct(), 20_000);
        }
    }

    @Test
    @DisplayName("the union of overlapping days is as many as the precision promises, never the sum")
    void unionOfOverlapping() {
        visitAll(0, 0, 10_000);
        visitAll(DAY_SECONDS, 5_000, 15_000);
        visitAll(2 * DAY_SECONDS, 0, 10_000);
        Uniques found = uniques(DAY, 0, 2 * DAY_SECONDS);
        assertThat(pointsOf(found)).hasSize(3).allSatisfy(day -> assertNear(day, 10_000));
        assertNear(found.distinct(), 15_000);
    }

    @Test
    @DisplayName("small buckets are exact, whatever the precision")
    void smallIsExact() {
        for (int minute = 0; minute < 10; minute++) {
            visitAll(minute * 60L, 0, minute);
        }
        Uniques found = uniques(MINUTE, 0, 599);
        assertThat(pointsOf(found)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(found.distinct()).isEqualTo(9);
    }

    @Test
    @DisplayName("8 threads with the same and with different members lose none and count none twice")
    void concurrent() throws Exception {
        Together.run(thread -> {
            for (int i = 0; i < 20; i++) {
                visit(i % 2, i % 2 == 0 ? "same" : "own-" + thread);
            }
            return thread;
        });
        assertThat(pointsOf(uniques(SECOND, 0, 1))).containsExactly(1L, 8L);
    }

    @Test
    @DisplayName("patterns decide on the precision of a series, the longest first")
    void precisionByPattern() {
        reopen(
                Granularity.DEFAULTS,
                new PrecisionRules(
                        Precision.EXACT, Map.of("page:*", Precision.APPROXIMATE, "page:*:exact", Precision.EXACT)),
                null);
        Map<String, Precision> expected =
                Map.of("other", Precision.EXACT, "page:1", Precision.APPROXIMATE, "page:1:exact", Precision.EXACT);
        expected.forEach((name, precision) -> {
            insert(new Visit(name, at(0), "a"), new Visit(name, at(0), "b"), new Visit(name, at(1), "a"));
            Uniques found = get(series().uniques(name, SECOND, range(0, 1)));
            assertThat(found.precision()).as(name).isEqualTo(precision);
            assertThat(pointsOf(found)).as(name).containsExactly(2L, 1L);
            assertThat(found.distinct()).as(name).isEqualTo(2);
        });
    }

    @Test
    @DisplayName("a granularity that the store does not keep is refused")
    void unknownGranularity() {
        Granularity unknown = new Granularity("7min", Duration.ofMinutes(7), null);
        assertFails(series().uniques(NAME, unknown, range(0, 1)), InvalidValueException.class);
    }
}
