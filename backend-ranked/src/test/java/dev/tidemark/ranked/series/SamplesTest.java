package dev.tidemark.ranked.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplesTest {

    private static final double[] SPECIAL = {
        0.0,
        -0.0,
        1,
        -1,
        0.1,
        -0.1,
        20.1,
        1e-9,
        1e9,
        0x1p53,
        -0x1p53,
        0x1p53 + 2,
        123456789.25,
        1.0000000001,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Math.PI
    };

    private final Samples samples = new Samples(Long.MAX_VALUE);
    private final NavigableMap<Long, Long> model = new TreeMap<>();

    /** What kind of values a series has: each kind is packed in another way, and mixed ones change it between chunks. */
    private enum Values {
        CONSTANT,
        TEMPERATURE,
        COUNTER,
        BITS,
        SPECIAL,
        MIXED;

        DoubleSupplier from(Random random) {
            return switch (this) {
                case CONSTANT -> () -> 42.5;
                case TEMPERATURE -> () -> (200 + random.nextInt(20)) / 10.0;
                case COUNTER -> () -> random.nextInt(1 << random.nextInt(30));
                case BITS -> () -> finite(random);
                case SPECIAL -> () -> SamplesTest.SPECIAL[random.nextInt(SamplesTest.SPECIAL.length)];
                case MIXED -> {
                    DoubleSupplier[] kinds = {TEMPERATURE.from(random), SPECIAL.from(random), BITS.from(random)};
                    yield () -> kinds[random.nextInt(500) % 200 % 3].getAsDouble();
                }
            };
        }

        private static double finite(Random random) {
            double value = Double.longBitsToDouble(random.nextLong());
            return Double.isFinite(value) ? value : 0.5;
        }
    }

    @ParameterizedTest(name = "seed {0}: {1}, {2} ms apart, {3} ms of jitter")
    @CsvSource({
        "1, CONSTANT, 1000, 0",
        "2, TEMPERATURE, 1000, 0",
        "3, TEMPERATURE, 1000, 30",
        "4, COUNTER, 60000, 0",
        "5, BITS, 1, 0",
        "6, SPECIAL, 1000, 999",
        "7, MIXED, 100, 5000",
        "8, BITS, 3600000, 100000000",
        "9, MIXED, 1, 1"
    })
    @DisplayName("What comes in order of time is there to the bit")
    void keepsWhatComesInOrder(long seed, Values kind, long apart, int jitter) {
        Random random = new Random(seed);
        DoubleSupplier values = kind.from(random);
        long time = -2_000_000;
        for (int i = 0; i < 5_000; i++) {
            put(time, values.getAsDouble());
            time += apart + (jitter == 0 ? 0 : random.nextInt(jitter));
        }
        assertSame(Long.MIN_VALUE, Long.MAX_VALUE);
        assertRanges(random);
    }

    @ParameterizedTest(name = "seed {0}: {1} within {2} ms")
    @CsvSource({
        "11, TEMPERATURE, 20000",
        "12, MIXED, 3000",
        "13, BITS, 100000000",
        "14, SPECIAL, 8000000",
        "15, COUNTER, 1000000000000",
        "16, MIXED, 7200000"
    })
    @DisplayName("Order of writing does not matter, and the last written of an instant wins")
    void takesAnyOrder(long seed, Values kind, long spread) {
        Random random = new Random(seed);
        DoubleSupplier values = kind.from(random);
        for (int i = 0; i < 12_000; i++) {
            put(Math.floorMod(random.nextLong(), spread) - spread / 2, values.getAsDouble());
            if (i % 4_000 == 0) {
                assertSame(Long.MIN_VALUE, Long.MAX_VALUE);
            }
        }
        assertSame(Long.MIN_VALUE, Long.MAX_VALUE);
        assertRanges(random);
    }

    @Test
    @DisplayName("Samples that come from the last to the first divide chunks at their beginning")
    void takesBackwards() {
        for (int i = 5_000; i > -5_000; i--) {
            put(i, i / 4.0);
        }
        assertSame(-4_000, 4_000);
        assertSame(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Test
    @DisplayName("What is packed already can be overwritten, also with a value that needs another packing")
    void overwritesWhatIsPacked() {
        for (int i = 0; i < 10_000; i++) {
            put(i * 1_000L, 20.1);
        }
        for (int i = 9_999; i >= 0; i -= 7) {
            put(i * 1_000L, i % 2 == 0 ? -0.0 : Math.PI * i);
        }
        assertSame(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Test
    @DisplayName("The first and the last time there are can be in one series")
    void takesAllTimes() {
        for (long time : new long[] {Times.MIN.toEpochMilli(), -1, 0, Times.MAX.toEpochMilli(), 1, -3_600_001}) {
            put(time, (double) time);
        }
        assertSame(Times.MIN.toEpochMilli(), Times.MAX.toEpochMilli());
        assertSame(Times.MIN.toEpochMilli() + 1, 0);
    }

    @Test
    @DisplayName("A reader that has had enough is shown no more")
    void stopsWhenTold() {
        for (int i = 0; i < 10_000; i++) {
            put(i * 1_000L, i);
        }
        List<Long> seen = new ArrayList<>();
        samples.forEach(1_500_000, Long.MAX_VALUE, 0, (time, value) -> {
            seen.add(time);
            return seen.size() < 3;
        });
        assertThat(seen).containsExactly(1_500_000L, 1_501_000L, 1_502_000L);
    }

    private void put(long time, double value) {
        samples.put(time, value, 0);
        model.put(time, Double.doubleToRawLongBits(value));
    }

    private void assertRanges(Random random) {
        List<Long> times = new ArrayList<>(model.keySet());
        for (int i = 0; i < 30; i++) {
            long from = times.get(random.nextInt(times.size())) + random.nextInt(3) - 1;
            long to = times.get(random.nextInt(times.size())) + random.nextInt(3) - 1;
            assertSame(Math.min(from, to), Math.max(from, to));
        }
    }

    private void assertSame(long from, long to) {
        List<Map.Entry<Long, Long>> found = new ArrayList<>();
        samples.forEach(from, to, 0, (time, value) -> found.add(Map.entry(time, Double.doubleToRawLongBits(value))));
        assertThat(found)
                .isEqualTo(new ArrayList<>(model.subMap(from, true, to, true).entrySet()));
    }
}
