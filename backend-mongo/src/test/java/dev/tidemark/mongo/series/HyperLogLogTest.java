package dev.tidemark.mongo.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HyperLogLogTest {

    private static HyperLogLog of(int from, int to) {
        HyperLogLog sketch = new HyperLogLog();
        for (int i = from; i < to; i++) {
            HyperLogLog.Mark mark = HyperLogLog.Mark.of("member-" + i);
            sketch.raise(mark.register(), mark.value());
        }
        return sketch;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 10, 50})
    @DisplayName("A few are exact")
    void few(int members) {
        assertThat(of(0, members).estimate()).isEqualTo(members);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 10_000, 40_000, 100_000, 1_000_000})
    @DisplayName("Many are within three times the standard error")
    void many(int members) {
        assertThat(of(0, members).estimate()).isCloseTo(members, withinPercentage(3 * 0.81));
    }

    @Test
    @DisplayName("The standard error over 40 sketches is about 0.81 %")
    void standardError() {
        int members = 20_000;
        double squares = 0;
        for (int run = 0; run < 40; run++) {
            double error = (double) of(run * members, (run + 1) * members).estimate() / members - 1;
            squares += error * error;
        }
        assertThat(Math.sqrt(squares / 40)).isBetween(0.005, 0.011);
    }

    @Test
    @DisplayName("Whoever comes again changes nothing, and a union counts those of both once")
    void union() {
        HyperLogLog first = of(0, 30_000);
        HyperLogLog both = of(20_000, 50_000);
        both.add(first);
        assertThat(both.estimate()).isEqualTo(of(0, 50_000).estimate());
        both.add(first);
        assertThat(both.estimate()).isEqualTo(of(0, 50_000).estimate());
    }
}
