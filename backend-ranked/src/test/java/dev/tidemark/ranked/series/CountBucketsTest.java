package dev.tidemark.ranked.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.timeseries.Granularity;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountBucketsTest {

    private static final Granularity MILLI = new Granularity("1ms", Duration.ofMillis(1), null);

    /** In a granularity of a millisecond a time is a bucket. */
    private final CountBuckets buckets = new CountBuckets(MILLI);

    private final Map<Long, Long> model = new HashMap<>();

    @ParameterizedTest(name = "seed {0}, {1} buckets, amounts of {2} bits")
    @CsvSource({"1, 2000, 3", "2, 2000, 9", "3, 1000, 20", "4, 1000, 40", "5, 100000, 50", "6, 50, 8", "7, 5000, 1"})
    @DisplayName("Counts add up as in a map, whatever their width and order")
    void agreesWithMap(long seed, int spread, int bits) {
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            add((long) random.nextInt(spread) - spread / 2, random.nextLong() >> (63 - random.nextInt(bits + 1)));
        }
        for (int i = 0; i < 50; i++) {
            assertSame((long) random.nextInt(spread * 2) - spread, 1 + random.nextInt(spread * 2));
        }
        assertSame(-spread, spread * 2);
    }

    @Test
    @DisplayName("A count goes to both ends of 64 bits and back, beside small ones that keep their value")
    void takesExtremes() {
        add(0, 1);
        add(2, -1);
        for (long amount : new long[] {127, 1, -129, -128, 32_768, -65_536, 1L << 31, -(1L << 32)}) {
            add(1, amount);
            assertSame(-2, 6);
        }
        add(3, Long.MAX_VALUE);
        add(4, Long.MIN_VALUE);
        assertSame(-2, 8);
        add(3, -Long.MAX_VALUE);
        add(4, Long.MAX_VALUE);
        assertSame(-2, 8);
    }

    @Test
    @DisplayName("Buckets may be filled from the last to the first")
    void takesBackwards() {
        for (int bucket = 999; bucket >= -999; bucket--) {
            add(bucket, bucket);
        }
        assertSame(-1_200, 2_400);
    }

    private void add(long bucket, long amount) {
        buckets.add(bucket, amount, 0);
        model.merge(bucket, amount, Long::sum);
    }

    private void assertSame(long first, int count) {
        long[] expected = new long[count];
        for (int i = 0; i < count; i++) {
            expected[i] = model.getOrDefault(first + i, 0L);
            assertThat(buckets.get(first + i, 0)).isEqualTo(expected[i]);
        }
        assertThat(buckets.values(first, count, 0)).isEqualTo(expected);
    }
}
