package dev.tidemark.tck;

import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static dev.tidemark.timeseries.Granularity.DAY;
import static dev.tidemark.timeseries.Granularity.HOUR;
import static dev.tidemark.timeseries.Granularity.MINUTE;
import static dev.tidemark.timeseries.Granularity.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.NumberOverflowException;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts that would leave 64 bits: refused, and nothing of their batch is stored. */
abstract class OverflowTck extends TimeSeriesGroup {

    private static final String NAME = "full";

    OverflowTck(Supplier<TckBackend> kits, Precision precision) {
        super(kits, precision);
    }

    private void refuse(Event... events) {
        assertFails(series().insert(List.of(events)), NumberOverflowException.class);
    }

    @ParameterizedTest(name = "{0} and then {1}")
    @CsvSource({
        "9223372036854775807, 1",
        "1, 9223372036854775807",
        "-9223372036854775808, -1",
        "-1, -9223372036854775808",
        "9223372036854775807, 9223372036854775807"
    })
    @DisplayName("are refused and change nothing")
    void refused(long first, long second) {
        count(NAME, 0, first);
        refuse(new Count(NAME, at(0), second));
        for (Granularity granularity : Granularity.DEFAULTS) {
            assertThat(value(NAME, granularity, 0)).isEqualTo(first);
        }
    }

    @Test
    @DisplayName("are refused where only the coarser bucket would leave them")
    void coarserOnly() {
        count(NAME, 0, Long.MAX_VALUE);
        refuse(new Count(NAME, at(1), 1));
        assertThat(values(NAME, SECOND, range(0, 1))).containsExactly(Long.MAX_VALUE, 0L);
        assertThat(value(NAME, MINUTE, 0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("are refused where only the day would leave them")
    void dayOnly() {
        count(NAME, 0, Long.MIN_VALUE);
        refuse(new Count(NAME, at(7_200), -1));
        assertThat(value(NAME, HOUR, 7_200)).isZero();
        assertThat(value(NAME, SECOND, 7_200)).isZero();
        assertThat(value(NAME, DAY, 0)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    @DisplayName("are refused for the batch's own sum")
    void ownSum() {
        refuse(new Count(NAME, at(0), Long.MAX_VALUE), new Count(NAME, at(0), 1));
        refuse(new Count(NAME, at(0), Long.MIN_VALUE), new Count(NAME, at(59), -1));
        assertThat(value(NAME, DAY, 0)).isZero();
        assertThat(names()).isEmpty();
    }

    @Test
    @DisplayName("are refused for the batch's own sum, though the bucket could take it")
    void ownSumOnly() {
        count(NAME, 0, -10);
        refuse(new Count(NAME, at(0), Long.MAX_VALUE), new Count(NAME, at(0), 5));
        assertThat(value(NAME, DAY, 0)).isEqualTo(-10);
        count(NAME, 0, Long.MAX_VALUE);
        assertThat(value(NAME, DAY, 0)).isEqualTo(Long.MAX_VALUE - 10);
    }

    @Test
    @DisplayName("are refused with the whole batch, the good series in it included")
    void wholeBatch() {
        count("b", 0, Long.MAX_VALUE);
        count("c", 0, 5);
        refuse(new Count("a", at(0), 1), new Count("b", at(0), 1), new Count("c", at(0), 1), new Count("d", at(0), 1));
        assertThat(value("a", SECOND, 0)).isZero();
        assertThat(value("b", SECOND, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(value("c", SECOND, 0)).isEqualTo(5);
        assertThat(value("d", DAY, 0)).isZero();
        assertThat(names()).containsExactly("b", "c");
    }

    @Test
    @DisplayName("are not left by a sum that only passes them on the way")
    void sumInAnyOrder() {
        insert(new Count(NAME, at(0), Long.MAX_VALUE), new Count(NAME, at(0), 1), new Count(NAME, at(0), -1));
        assertThat(value(NAME, DAY, 0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("can be neared again after taking back")
    void goesOnAfterwards() {
        count(NAME, 0, Long.MAX_VALUE);
        refuse(new Count(NAME, at(0), 1));
        count(NAME, 0, -10);
        count(NAME, 0, 10);
        assertThat(value(NAME, SECOND, 0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("are refused with the visits and samples of the batch")
    void overflowStopsAllKinds() {
        count("full", 0, Long.MAX_VALUE);
        List<Event> batch = List.of(new Visit("v", at(0), "a"), new Sample("s", at(0), 1), new Count("full", at(0), 1));
        assertFails(series().insert(batch), NumberOverflowException.class);
        assertThat(get(series().uniques("v", DAY, range(0, 0))).distinct()).isZero();
        assertThat(get(series().samples("s", range(0, 0), 1))).isEmpty();
        assertThat(names()).containsExactly("full");
    }
}
