package dev.tidemark.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.InvalidValueException;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoardPeriodTest {

    @ParameterizedTest(name = "{0}: {1} from {2} until {3}")
    @CsvSource({
        "2026-11-15, DAY, 2026-11-15, 2026-11-16",
        "2024-02-29, DAY, 2024-02-29, 2024-03-01",
        "2026-11, MONTH, 2026-11-01, 2026-12-01",
        "2026-12, MONTH, 2026-12-01, 2027-01-01",
        "2026-W46, WEEK, 2026-11-09, 2026-11-16",
        "2026-W53, WEEK, 2026-12-28, 2027-01-04",
        "2025-W01, WEEK, 2024-12-30, 2025-01-06",
        "0001-W01, WEEK, 0001-01-01, 0001-01-08",
        "9999-12-31, DAY, 9999-12-31, +10000-01-01"
    })
    @DisplayName("days, weeks and months are read, and written as they were read")
    void good(String text, BoardPeriod.Unit unit, LocalDate start, LocalDate end) {
        BoardPeriod period = BoardPeriod.parse(text);
        assertThat(period).isEqualTo(new BoardPeriod(unit, start));
        assertThat(period.end()).isEqualTo(end);
        assertThat(period.label()).isEqualTo(text);
    }

    @Test
    @DisplayName("the total is read, and has no end")
    void total() {
        assertThat(BoardPeriod.parse("total")).isEqualTo(BoardPeriod.TOTAL);
        assertThat(BoardPeriod.TOTAL.label()).isEqualTo("total");
        assertThat(BoardPeriod.TOTAL.end()).isEqualTo(LocalDate.MAX);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "TOTAL",
                "0000-01-01",
                "0000-01",
                "0000-W10",
                "+10000-01-01",
                "-0001-01-01",
                "2026",
                "2026-1",
                "2026-13",
                "2026-00",
                "2026-11-31",
                "2026-11-1",
                "2026-02-29",
                "2026-W00",
                "2025-W53",
                "2026-W54",
                "2026-W1",
                "2026-w46",
                "26-W46",
                "2026-11-15T00:00",
                "today",
                " total",
                "2026/11"
            })
    @DisplayName("anything else is refused with the ways to write one")
    void bad(String text) {
        assertThatThrownBy(() -> BoardPeriod.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("2026-W46")
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    @DisplayName("every day of two years falls in the period that its label says")
    void everyDay() {
        for (LocalDate day = LocalDate.parse("2026-01-01"); day.getYear() < 2028; day = day.plusDays(1)) {
            for (BoardPeriod.Unit unit : BoardPeriod.Unit.values()) {
                BoardPeriod period = BoardPeriod.of(unit, day);
                assertThat(BoardPeriod.parse(period.label())).isEqualTo(period);
                assertThat(day).isBefore(period.end()).isAfterOrEqualTo(period.start());
            }
        }
    }

    @Test
    @DisplayName("days are kept for 90 days, weeks for a year, the others for ever")
    void retention() {
        assertThat(BoardPeriod.Unit.DAY.retention()).isEqualTo(Duration.ofDays(90));
        assertThat(BoardPeriod.Unit.WEEK.retention()).isEqualTo(Duration.ofDays(366));
        assertThat(BoardPeriod.Unit.MONTH.retention()).isNull();
        assertThat(BoardPeriod.Unit.TOTAL.retention()).isNull();
    }
}
