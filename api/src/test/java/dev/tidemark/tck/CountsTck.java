package dev.tidemark.tck;

import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static dev.tidemark.timeseries.Granularity.DAY;
import static dev.tidemark.timeseries.Granularity.HOUR;
import static dev.tidemark.timeseries.Granularity.MINUTE;
import static dev.tidemark.timeseries.Granularity.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.InvalidValueException;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.Times;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counting events and reading the counts of buckets. */
abstract class CountsTck extends TimeSeriesGroup {

    private static final String NAME = "purchases:item1";

    CountsTck(Supplier<TckBackend> kits, Precision precision) {
        super(kits, precision);
    }

    static Instant at(String seconds) {
        return Instant.ofEpochMilli(Math.round(Double.parseDouble(seconds) * 1000));
    }

    private void insertGolden() {
        insert(
                new Count(NAME, at(0), 1),
                new Count(NAME, at(1), 1),
                new Count(NAME, at(1), 1),
                new Count(NAME, at(3), 1),
                new Count(NAME, at(61), 1));
    }

    @Nested
    @DisplayName("in ranges")
    class Ranges {

        @Test
        @DisplayName("the golden case by second is 1, 2, 0, 1, 0")
        void goldenBySecond() {
            insertGolden();
            assertThat(get(series().counts(NAME, SECOND, range(0, 4))))
                    .containsExactly(
                            new Point(at(0), 1),
                            new Point(at(1), 2),
                            new Point(at(2), 0),
                            new Point(at(3), 1),
                            new Point(at(4), 0));
        }

        @Test
        @DisplayName("the golden case by minute is 4, 1, 0")
        void goldenByMinute() {
            insertGolden();
            assertThat(get(series().counts(NAME, MINUTE, range(0, 120))))
                    .containsExactly(new Point(at(0), 4), new Point(at(60), 1), new Point(at(120), 0));
        }

        @Test
        @DisplayName("the golden case adds up in the coarser granularities")
        void goldenByHourAndDay() {
            insertGolden();
            assertThat(values(NAME, HOUR, range(0, 120))).containsExactly(5L);
            assertThat(values(NAME, DAY, range(-1, 120))).containsExactly(0L, 5L);
        }

        @Test
        @DisplayName("the golden case is the same when every event comes on its own")
        void goldenOneByOne() {
            for (long second : new long[] {61, 3, 1, 0, 1}) {
                count(NAME, second, 1);
            }
            assertThat(values(NAME, SECOND, range(0, 4))).containsExactly(1L, 2L, 0L, 1L, 0L);
            assertThat(values(NAME, MINUTE, range(0, 120))).containsExactly(4L, 1L, 0L);
        }

        @ParameterizedTest(name = "{0} to {1} starts at {2} and has {3} points")
        @CsvSource({
            "59.999, 120.5, 0, 3",
            "60, 60, 60, 1",
            "59.999, 59.999, 0, 1",
            "0, 59.999, 0, 1",
            "0, 60, 0, 2",
            "30.5, 90.25, 0, 2",
            "-0.001, 0, -60, 2",
            "-61, -60, -120, 2",
            "119.999, 180, 60, 3"
        })
        @DisplayName("both ends are rounded down to their bucket and are included")
        void roundsBothEndsDown(String from, String to, long first, int points) {
            insertGolden();
            List<Point> found = get(series().counts(NAME, MINUTE, new TimeRange(at(from), at(to))));
            assertThat(found)
                    .extracting(Point::at)
                    .containsExactlyElementsOf(LongStream.range(0, points)
                            .mapToObj(i -> at(first + 60 * i))
                            .toList());
            Map<Instant, Long> golden = Map.of(at(0), 4L, at(60), 1L);
            assertThat(found)
                    .allSatisfy(point -> assertThat(point.value()).isEqualTo(golden.getOrDefault(point.at(), 0L)));
        }

        @ParameterizedTest(name = "{0} s falls in the minute that starts at {1} s")
        @CsvSource({"-1, -60", "-0.001, -60", "-60, -60", "-60.001, -120", "0, 0", "59.999, 0", "-86400, -86400"})
        @DisplayName("times before 1970 fall in the bucket below")
        void floorsNegativeTimes(String time, long bucket) {
            insert(new Count(NAME, at(time), 7));
            assertThat(get(series().counts(NAME, MINUTE, range(bucket - 60, bucket + 60))))
                    .containsExactly(
                            new Point(at(bucket - 60), 0), new Point(at(bucket), 7), new Point(at(bucket + 60), 0));
        }

        @Test
        @DisplayName("a series that is not there has a 0 for every bucket")
        void unknownSeriesIsZero() {
            assertThat(values("nobody", SECOND, range(-2, 2))).containsExactly(0L, 0L, 0L, 0L, 0L);
        }

        @Test
        @DisplayName("10,000 buckets come whole and in order")
        void tenThousandBuckets() {
            List<Event> events = IntStream.range(0, 10_000)
                    .filter(second -> second % 3 == 0)
                    .<Event>mapToObj(second -> new Count(NAME, at(second), second + 1))
                    .toList();
            get(series().insert(events));
            List<Point> expected = IntStream.range(0, 10_000)
                    .mapToObj(second -> new Point(at(second), second % 3 == 0 ? second + 1 : 0))
                    .toList();
            assertThat(get(series().counts(NAME, SECOND, range(0, 9_999)))).isEqualTo(expected);
        }

        @ParameterizedTest
        @ValueSource(strings = {"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"})
        @DisplayName("the first and the last moment of all are counted like any other")
        void extremesOfTime(Instant time) {
            insert(new Count(NAME, time, 3));
            for (Granularity granularity : Granularity.DEFAULTS) {
                assertThat(get(series().counts(NAME, granularity, new TimeRange(time, time))))
                        .containsExactly(new Point(granularity.start(granularity.bucket(time)), 3));
            }
        }

        @Test
        @DisplayName("years 1 and 9999 do not touch each other")
        void extremesAreApart() {
            insert(new Count(NAME, Times.MIN, 1), new Count(NAME, Times.MAX, 2));
            assertThat(values(NAME, DAY, range(0, 0))).containsExactly(0L);
            assertThat(values(NAME, DAY, new TimeRange(Times.MIN, Times.MIN))).containsExactly(1L);
            assertThat(values(NAME, DAY, new TimeRange(Times.MAX, Times.MAX))).containsExactly(2L);
        }
    }

    @Test
    @DisplayName("a granularity that the store does not keep is refused")
    void unknownGranularity() {
        Granularity unknown = new Granularity("7min", Duration.ofMinutes(7), null);
        assertFails(series().counts(NAME, unknown, range(0, 1)), InvalidValueException.class);
        assertFails(series().countAndGet(new Count(NAME, at(0), 1), unknown), InvalidValueException.class);
        assertThat(names()).isEmpty();
    }

    @Nested
    @DisplayName("in amounts")
    class Amounts {

        @Test
        @DisplayName("a negative amount takes back, below zero too")
        void negative() {
            count(NAME, 0, 5);
            count(NAME, 1, -7);
            assertThat(values(NAME, SECOND, range(0, 1))).containsExactly(5L, -7L);
            assertThat(values(NAME, MINUTE, range(0, 1))).containsExactly(-2L);
        }

        @Test
        @DisplayName("an amount of 0 changes no count")
        void zero() {
            count(NAME, 0, 0);
            assertThat(value(NAME, DAY, 0)).isZero();
            count(NAME, 0, 2);
            count(NAME, 0, 0);
            assertThat(value(NAME, DAY, 0)).isEqualTo(2);
        }

        @ParameterizedTest
        @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE, 9_007_199_254_740_993L, -9_007_199_254_740_993L})
        @DisplayName("all of 64 bits is kept to the last digit")
        void extremes(long amount) {
            count(NAME, 0, amount);
            assertThat(value(NAME, SECOND, 0)).isEqualTo(amount);
            assertThat(value(NAME, DAY, 0)).isEqualTo(amount);
        }

        @Test
        @DisplayName("an empty batch changes nothing")
        void emptyBatch() {
            get(series().insert(List.of()));
            assertThat(names()).isEmpty();
        }

        @Test
        @DisplayName("the order of a batch does not matter")
        void orderDoesNotMatter() {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                events.add(new Count(NAME, at(i % 100), i));
            }
            get(series().insert(events));
            List<Long> inOrder = values(NAME, SECOND, range(0, 99));
            Collections.shuffle(events, new Random(42));
            List<Event> shuffled = events.stream()
                    .<Event>map(event -> new Count("shuffled", event.at(), ((Count) event).amount()))
                    .toList();
            get(series().insert(shuffled));
            assertThat(values("shuffled", SECOND, range(0, 99))).isEqualTo(inOrder);
            assertThat(value("shuffled", HOUR, 0)).isEqualTo(499 * 500 / 2);
        }

        @Test
        @DisplayName("a batch of many series counts each for itself")
        void manySeries() {
            get(series().insert(IntStream.range(0, 2_000)
                    .<Event>mapToObj(i -> new Count("s" + i % 100, at(i % 7), i % 100))
                    .toList()));
            for (int i = 0; i < 100; i++) {
                assertThat(value("s" + i, MINUTE, 0)).isEqualTo(20L * i);
            }
        }

        @Test
        @DisplayName("8 threads that add to one bucket lose nothing")
        void concurrentInserts() throws Exception {
            Together.run(thread -> {
                for (int i = 0; i < 200; i++) {
                    count(NAME, i % 2, 1);
                }
                return thread;
            });
            assertThat(values(NAME, SECOND, range(0, 1))).containsExactly(800L, 800L);
            assertThat(value(NAME, DAY, 0)).isEqualTo(1_600);
        }
    }

    @Nested
    @DisplayName("that answer")
    class CountAndGet {

        private long countAndGet(long second, long amount, Granularity granularity) {
            return get(series().countAndGet(new Count(NAME, at(second), amount), granularity));
        }

        @Test
        @DisplayName("give the bucket's value after each")
        void sequence() {
            assertThat(countAndGet(0, 1, SECOND)).isEqualTo(1);
            assertThat(countAndGet(0, 4, SECOND)).isEqualTo(5);
            assertThat(countAndGet(1, 1, SECOND)).isEqualTo(1);
            assertThat(countAndGet(1, -3, MINUTE)).isEqualTo(3);
            assertThat(countAndGet(0, 0, DAY)).isEqualTo(3);
        }

        @Test
        @DisplayName("are seen in every granularity, together with inserted ones")
        void everyGranularity() {
            count(NAME, 0, 10);
            assertThat(countAndGet(0, 1, HOUR)).isEqualTo(11);
            for (Granularity granularity : Granularity.DEFAULTS) {
                assertThat(value(NAME, granularity, 0)).isEqualTo(11);
            }
        }

        @Test
        @DisplayName("are refused beyond 64 bits, in a coarser bucket too, and change nothing")
        void overflow() {
            countAndGet(0, Long.MAX_VALUE, SECOND);
            assertFails(series().countAndGet(new Count(NAME, at(0), 1), SECOND), NumberOverflowException.class);
            assertFails(series().countAndGet(new Count(NAME, at(1), 1), SECOND), NumberOverflowException.class);
            assertThat(values(NAME, SECOND, range(0, 1))).containsExactly(Long.MAX_VALUE, 0L);
            assertThat(value(NAME, DAY, 0)).isEqualTo(Long.MAX_VALUE);
        }

        @Test
        @DisplayName("give 8 threads every value from 1 to N exactly once")
        void concurrent() throws Exception {
            List<List<Long>> answers = Together.run(thread -> {
                List<Long> mine = new ArrayList<>();
                for (int i = 0; i < 125; i++) {
                    mine.add(countAndGet(i % 60, 1, MINUTE));
                }
                return mine;
            });
            assertThat(answers).allSatisfy(mine -> assertThat(mine).isSorted());
            assertThat(answers.stream().flatMap(List::stream).sorted())
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 1_000).boxed().toList());
        }
    }
}
