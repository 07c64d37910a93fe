package dev.tidemark.tck;

import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static dev.tidemark.timeseries.Granularity.DAY;
import static dev.tidemark.timeseries.Granularity.MINUTE;
import static dev.tidemark.timeseries.Granularity.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tidemark.InvalidValueException;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Summary;
import dev.tidemark.timeseries.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Measured values, one by one and summed up. All but one test keep to whole seconds, as the coarsest layout does. */
abstract class SamplesTck extends TimeSeriesGroup {

    private static final String NAME = "temperature";

    SamplesTck(Supplier<TckBackend> kits, Precision precision) {
        super(kits, precision);
    }

    private static Sample sample(long second, double value) {
        return new Sample(NAME, at(second), value);
    }

    private List<Sample> read(long from, long to, int limit) {
        return get(series().samples(NAME, range(from, to), limit));
    }

    @Nested
    @DisplayName("one by one")
    class OneByOne {

        @Test
        @DisplayName("come in order of time, whatever order they were written in")
        void inOrder() {
            List<Event> events = new ArrayList<>(IntStream.range(0, 500)
                    .<Event>mapToObj(i -> sample(i * 7L, i / 4.0))
                    .toList());
            List<Event> expected = List.copyOf(events);
            Collections.shuffle(events, new Random(7));
            get(series().insert(events.subList(0, 250)));
            events.subList(250, 500).forEach(event -> insert(event));
            assertThat(read(0, 10_000, 1_000)).isEqualTo(expected);
        }

        @ParameterizedTest(name = "{0} to {1} gives the {2} from {3} on")
        @CsvSource({"0, 9, 10, 0", "3, 5, 3, 3", "3, 3, 1, 3", "9, 100, 1, 9", "-5, 0, 1, 0", "10, 20, 0, 0"})
        @DisplayName("both ends of the range are included")
        void inclusiveEnds(long from, long to, int size, int first) {
            insert(IntStream.range(0, 10).mapToObj(i -> sample(i, i)).toArray(Event[]::new));
            assertThat(read(from, to, 100))
                    .containsExactlyElementsOf(IntStream.range(0, size)
                            .mapToObj(i -> sample(first + i, first + i))
                            .toList());
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 9, 10, 11, Integer.MAX_VALUE})
        @DisplayName("the limit takes the first of the range")
        void limited(int limit) {
            insert(IntStream.range(0, 10).mapToObj(i -> sample(100 - i, i)).toArray(Event[]::new));
            List<Sample> all = read(0, 200, 10);
            assertThat(read(0, 200, limit)).isEqualTo(all.subList(0, Math.min(10, limit)));
        }

        @Test
        @DisplayName("a limit of 0 is refused")
        void limitZero() {
            assertFails(series().samples(NAME, range(0, 1), 0), InvalidValueException.class);
        }

        @Test
        @DisplayName("the last one written at an instant stays")
        void overwritten() {
            insert(sample(0, 1));
            insert(sample(0, 3));
            insert(sample(0, 2));
            assertThat(read(0, 0, 10)).containsExactly(sample(0, 2));
        }

        @Test
        @DisplayName("the last one of a batch at an instant stays")
        void overwrittenInBatch() {
            insert(sample(0, 9), sample(5, 1), sample(0, 8), sample(5, 2), sample(0, 1));
            assertThat(read(0, 5, 10)).containsExactly(sample(0, 1), sample(5, 2));
        }

        @Test
        @DisplayName("of the same instant are the same in a repeated batch")
        void retryIsHarmless() {
            for (int i = 0; i < 3; i++) {
                insert(sample(0, 1.5), sample(1, 2.5));
            }
            assertThat(read(0, 5, 10)).containsExactly(sample(0, 1.5), sample(1, 2.5));
        }

        @ParameterizedTest
        @ValueSource(
                doubles = {
                    0.0,
                    -0.0,
                    Double.MAX_VALUE,
                    -Double.MAX_VALUE,
                    Double.MIN_VALUE,
                    -Double.MIN_VALUE,
                    Double.MIN_NORMAL,
                    0.1,
                    1e300,
                    -273.15,
                    9007199254740992.0,
                    1.0E16,
                    3.0000000000000004
                })
        @DisplayName("keep every bit of their value, and −0.0 is 0.0")
        void everyBit(double value) {
            insert(sample(0, value));
            double found = read(0, 0, 1).get(0).value();
            assertThat(Double.doubleToRawLongBits(found)).isEqualTo(Double.doubleToRawLongBits(value + 0.0));
        }

        @Test
        @DisplayName("may be of before 1970")
        void negativeTimes() {
            insert(sample(-1, 1), sample(-61, 2), sample(0, 3), sample(-60, 4));
            assertThat(read(-61, -1, 10)).containsExactly(sample(-61, 2), sample(-60, 4), sample(-1, 1));
        }

        @ParameterizedTest
        @ValueSource(strings = {"0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"})
        @DisplayName("may be of the years 1 to 9999")
        void extremesOfTime(Instant time) {
            insert(new Sample(NAME, time, 4));
            TimeRange range = new TimeRange(time, time);
            assertThat(get(series().samples(NAME, range, 5))).containsExactly(new Sample(NAME, time, 4));
            assertThat(get(series().summaries(NAME, DAY, range)))
                    .containsExactly(Summary.of(DAY.start(DAY.bucket(time)), 4));
        }

        @Test
        @DisplayName("have a sum that is a number, however large they are")
        void largeSum() {
            insert(sample(0, Double.MAX_VALUE), sample(1, Double.MAX_VALUE));
            Summary summary = get(series().summaries(NAME, DAY, new TimeRange(Instant.EPOCH, Instant.EPOCH)))
                    .get(0);
            assertThat(summary.sum()).isEqualTo(Double.MAX_VALUE);
            assertThat(summary.mean()).isFinite();
        }

        @Test
        @DisplayName("of a series that is not there are none")
        void unknownSeries() {
            assertThat(read(0, 100, 10)).isEmpty();
            assertThat(get(series().summaries(NAME, MINUTE, range(0, 100)))).isEmpty();
        }

        @Test
        @DisplayName("5,000 come whole, and page by page the same")
        void many() {
            List<Event> events = IntStream.range(0, 5_000)
                    .<Event>mapToObj(i -> sample(i, i * 0.5))
                    .toList();
            get(series().insert(events));
            assertThat(read(0, 4_999, 10_000)).isEqualTo(events);
            List<Event> paged = new ArrayList<>();
            for (long from = 0;
                    from < 5_000;
                    from = paged.get(paged.size() - 1).at().getEpochSecond() + 1) {
                paged.addAll(read(from, 4_999, 777));
            }
            assertThat(paged).isEqualTo(events);
        }

        @Test
        @DisplayName("a millisecond apart are two, where the layout keeps them")
        void millisecondsApart() {
            assumeThat(kit().sampleResolution()).isEqualTo(Duration.ofMillis(1));
            List<Event> events = IntStream.range(-5, 5)
                    .<Event>mapToObj(i -> new Sample(NAME, Instant.ofEpochMilli(i), i))
                    .toList();
            get(series().insert(events));
            assertThat(read(-1, 1, 100)).isEqualTo(events);
            TimeRange four = new TimeRange(Instant.ofEpochMilli(-2), Instant.ofEpochMilli(1));
            assertThat(get(series().samples(NAME, four, 100))).isEqualTo(events.subList(3, 7));
        }
    }

    @Nested
    @DisplayName("summed up")
    class SummedUp {

        private List<Summary> summaries(long from, long to) {
            return get(series().summaries(NAME, MINUTE, range(from, to)));
        }

        @Test
        @DisplayName("have count, smallest, largest, sum, first and last by time, and mean")
        void everyField() {
            insert(sample(40, -2), sample(10, 4), sample(50, 1), sample(20, 9));
            Summary minute = summaries(0, 59).get(0);
            assertThat(minute).isEqualTo(new Summary(at(0), 4, -2, 9, 12, 4, 1));
            assertThat(minute.mean()).isEqualTo(3);
        }

        @Test
        @DisplayName("leave out empty buckets")
        void noEmptyOnes() {
            insert(sample(0, 1), sample(125, 2), sample(600, 3));
            assertThat(summaries(0, 1_000))
                    .containsExactly(Summary.of(at(0), 1), Summary.of(at(120), 2), Summary.of(at(600), 3));
            assertThat(summaries(180, 599)).isEmpty();
        }

        @ParameterizedTest(name = "{0} to {1}")
        @CsvSource({"59, 60", "0, 119", "30, 90", "59, 119"})
        @DisplayName("round both ends down, and the last bucket counts as a whole")
        void wholeBuckets(long from, long to) {
            insert(sample(-1, 100), sample(0, 1), sample(59, 2), sample(60, 3), sample(119, 4), sample(120, 100));
            assertThat(summaries(from, to))
                    .containsExactly(new Summary(at(0), 2, 1, 2, 3, 1, 2), new Summary(at(60), 2, 3, 4, 7, 3, 4));
        }

        @Test
        @DisplayName("count an overwritten one once, with its last value")
        void overwrittenOnce() {
            insert(sample(0, 1_000), sample(1, 5));
            insert(sample(0, 2));
            insert(sample(0, 3));
            assertThat(summaries(0, 0)).containsExactly(new Summary(at(0), 2, 3, 5, 8, 3, 5));
        }

        @Test
        @DisplayName("fall in the bucket below before 1970")
        void negativeTimes() {
            insert(sample(-1, 1), sample(-60, 2), sample(-61, 3));
            assertThat(summaries(-61, -1))
                    .containsExactly(Summary.of(at(-120), 3), new Summary(at(-60), 2, 1, 2, 3, 2, 1));
        }

        @Test
        @DisplayName("go by every granularity")
        void everyGranularity() {
            insert(sample(0, 1), sample(1, 2), sample(90_000, 4));
            assertThat(get(series().summaries(NAME, SECOND, range(0, 5))))
                    .containsExactly(Summary.of(at(0), 1), Summary.of(at(1), 2));
            assertThat(get(series().summaries(NAME, DAY, range(0, 90_000))))
                    .containsExactly(new Summary(at(0), 2, 1, 2, 3, 1, 2), Summary.of(at(86_400), 4));
        }

        @Test
        @DisplayName("of a whole day of seconds are right in every minute")
        void manyBuckets() {
            for (int from = 0; from < 6_000; from += 2_000) {
                get(series().insert(IntStream.range(from, from + 2_000)
                        .<Event>mapToObj(i -> sample(i, i % 60))
                        .toList()));
            }
            List<Summary> expected = IntStream.range(0, 100)
                    .mapToObj(minute -> new Summary(at(minute * 60L), 60, 0, 59, 1_770, 0, 59))
                    .toList();
            assertThat(summaries(0, 5_999)).isEqualTo(expected);
        }
    }
}
