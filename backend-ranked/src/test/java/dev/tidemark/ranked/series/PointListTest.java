package dev.tidemark.ranked.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.Sample;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PointListTest {

    @Test
    @DisplayName("Points are those of an ordinary list, before 1970 too")
    void equalsAList() {
        List<Point> points = new PointList(Granularity.MINUTE, -1, new long[] {3, 0, 5});
        List<Point> expected = List.of(
                new Point(Instant.ofEpochSecond(-60), 3),
                new Point(Instant.EPOCH, 0),
                new Point(Instant.ofEpochSecond(60), 5));
        assertThat(points).isEqualTo(expected).hasSameHashCodeAs(expected);
        assertThat(expected).isEqualTo(points);
        assertThat(points.subList(1, 3)).isEqualTo(expected.subList(1, 3));
        assertThatThrownBy(() -> points.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> points.set(0, expected.get(0))).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @DisplayName("Samples are those of an ordinary list")
    void samplesEqualAList() {
        SampleList samples = new SampleList("s", 50);
        for (int i = 0; i < 40; i++) {
            samples.append(i, i / 2.0);
        }
        assertThat(samples).hasSize(40).contains(new Sample("s", Instant.ofEpochMilli(39), 19.5));
        assertThat(samples).isEqualTo(List.copyOf(samples));
        assertThatThrownBy(() -> samples.get(40)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> samples.remove(0)).isInstanceOf(UnsupportedOperationException.class);
    }
}
