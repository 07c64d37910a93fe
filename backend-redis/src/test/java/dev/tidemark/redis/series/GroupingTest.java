package dev.tidemark.redis.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.timeseries.Granularity;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupingTest {

    @Test
    @DisplayName("The default granularities have groups of 5 minutes, 8 hours, 10 and 30 days of counts")
    void counts() {
        assertThat(durations(Grouping::ofCounts))
                .containsExactly(Duration.ofMinutes(5), Duration.ofHours(8), Duration.ofDays(10), Duration.ofDays(30));
    }

    @Test
    @DisplayName("and of 2 minutes, 2 hours, 5 and 30 days of visits")
    void visits() {
        assertThat(durations(Grouping::ofVisits))
                .containsExactly(Duration.ofMinutes(2), Duration.ofHours(2), Duration.ofDays(5), Duration.ofDays(30));
    }

    private static List<Duration> durations(Function<Granularity, Grouping> grouping) {
        return Granularity.DEFAULTS.stream()
                .map(granularity ->
                        Duration.ofMillis(grouping.apply(granularity).millis()))
                .toList();
    }

    @ParameterizedTest(name = "bucket {0} has place {1} in the group of {2}, the next of which begins at {3}")
    @CsvSource({"0, 0, 0, 300", "299, 299, 0, 300", "300, 0, 300, 600", "-1, 299, -300, 0", "-301, 299, -600, -300"})
    @DisplayName("Buckets fall into groups from 1970 on, in both directions")
    void places(long bucket, int place, String start, long next) {
        Grouping seconds = Grouping.ofCounts(Granularity.SECOND);
        assertThat(seconds.place(bucket)).isEqualTo(place);
        assertThat(seconds.start(bucket)).isEqualTo(start);
        assertThat(seconds.nextGroup(bucket)).isEqualTo(next);
    }

    @Test
    @DisplayName("A group that starts within a second is named after the fraction")
    void fraction() {
        Grouping each = Grouping.none(new Granularity("7ms", Duration.ofMillis(7), null));
        assertThat(each.start(1)).isEqualTo("0.007");
        assertThat(each.start(-1)).isEqualTo("-0.007");
        assertThat(each.start(1_000)).isEqualTo("7");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 1_000, 60_000, 300_000, 3_600_000, 86_400_000, 604_800_000})
    @DisplayName("No group is longer than the contract allows or a listpack holds")
    void small(long millis) {
        Granularity granularity = new Granularity("any", Duration.ofMillis(millis), null);
        assertThat(Grouping.ofCounts(granularity).buckets()).isBetween(1, 512);
        assertThat(Grouping.ofVisits(granularity).buckets()).isBetween(1, 128);
    }
}
