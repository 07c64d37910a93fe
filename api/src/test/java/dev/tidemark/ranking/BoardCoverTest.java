package dev.tidemark.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoardCoverTest {

    private static String cover(String first, String last, Predicate<BoardPeriod> complete) {
        return new BoardCover(LocalDate.parse(first), LocalDate.parse(last))
                .periods(complete).stream().map(BoardPeriod::label).collect(Collectors.joining(" "));
    }

    /** Days are known to be complete from one day on, weeks from another. */
    private static Predicate<BoardPeriod> from(String days, String weeks) {
        return period -> switch (period.unit()) {
            case TOTAL, MONTH -> true;
            case WEEK -> !period.start().isBefore(LocalDate.parse(weeks));
            case DAY -> !period.start().isBefore(LocalDate.parse(days));
        };
    }

    @ParameterizedTest(name = "{0} to {1}: {2}")
    @CsvSource({
        "2026-01-01, 2026-12-31, 2026-01 2026-02 2026-03 2026-04 2026-05 2026-06 2026-07 2026-08 2026-09 2026-10 2026-11 2026-12",
        "2026-01-24, 2026-03-09, 2026-01-24 2026-01-25 2026-01-26 2026-01-27 2026-01-28 2026-01-29 2026-01-30 2026-01-31 2026-02 2026-03-01 2026-W10 2026-03-09",
        // Five weeks would be five tables instead of eight: fewer tables are no reason to leave a month.
        "2026-01-26, 2026-03-01, 2026-01-26 2026-01-27 2026-01-28 2026-01-29 2026-01-30 2026-01-31 2026-02 2026-03-01",
        "2026-02-02, 2026-02-15, 2026-W06 2026-W07",
        "2026-02-02, 2026-02-02, 2026-02-02"
    })
    @DisplayName("as long as nothing has expired it is the whole months, the whole weeks next to them, and days")
    void nothingExpired(String first, String last, String expected) {
        assertThat(cover(first, last, period -> true)).isEqualTo(expected);
    }

    @Test
    @DisplayName("weeks replace a month where that saves days before it, and all of the month is in complete tables")
    void weeksSaveDays() {
        assertThat(cover("2026-01-26", "2026-03-01", from("2026-06-01", "2025-06-01")))
                .isEqualTo("2026-W05 2026-W06 2026-W07 2026-W08 2026-W09");
        assertThat(cover("2026-01-26", "2026-03-31", from("2026-03-30", "2025-06-01")))
                .isEqualTo("2026-W05 2026-W06 2026-W07 2026-W08 2026-W09 2026-W10 2026-W11 2026-W12 2026-W13 "
                        + "2026-03-30 2026-03-31");
    }

    @Test
    @DisplayName("only the months that are needed to save the days are replaced")
    void asFewAsPossible() {
        assertThat(cover("2026-01-26", "2026-06-30", from("2026-02-01", "2025-06-01")))
                .isEqualTo("2026-W05 2026-W06 2026-W07 2026-W08 2026-02-23 2026-02-24 2026-02-25 2026-02-26 2026-02-27 "
                        + "2026-02-28 2026-03 2026-04 2026-05 2026-06");
    }

    @Test
    @DisplayName("no table that may have expired stands in for a day of a whole month")
    void monthsAreNotReplacedByIncompleteTables() {
        String days = "2026-01-26 2026-01-27 2026-01-28 2026-01-29 2026-01-30 2026-01-31";
        // The last days of March may have expired, then week 5, then all.
        assertThat(cover("2026-01-26", "2026-03-31", from("2026-03-31", "2025-06-01")))
                .isEqualTo(days + " 2026-02 2026-03");
        assertThat(cover("2026-01-26", "2026-03-31", from("2026-03-30", "2026-02-02")))
                .isEqualTo(days + " 2026-02 2026-03");
        assertThat(cover("2026-01-26", "2026-03-31", period -> period.unit() == BoardPeriod.Unit.MONTH))
                .isEqualTo(days + " 2026-02 2026-03");
    }
}
