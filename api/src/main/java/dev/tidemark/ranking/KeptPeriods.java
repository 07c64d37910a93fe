package dev.tidemark.ranking;

import dev.tidemark.InvalidValueException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The periods of a board whose tables are still there, and which of those tables have everything that was ever added to
 * them.
 *
 * <p>A table may have expired and begun again with a late hit, so that it is there is not enough. But as long as a board is
 * in use, a table that is no older than its retention, counted from the newest one of its kind, has not expired yet.
 */
record KeptPeriods(Set<BoardPeriod> periods, Map<BoardPeriod.Unit, LocalDate> newest) {

    static final KeptPeriods NONE = new KeptPeriods(Set.of(), Map.of());

    /** Reads the labels of tables; others that are no labels of a board are skipped. */
    static KeptPeriods of(Collection<String> labels) {
        Set<BoardPeriod> periods = new HashSet<>();
        Map<BoardPeriod.Unit, LocalDate> newest = new EnumMap<>(BoardPeriod.Unit.class);
        for (String label : labels) {
            parse(label).ifPresent(period -> {
                periods.add(period);
                newest.merge(period.unit(), period.start(), (a, b) -> a.isAfter(b) ? a : b);
            });
        }
        return new KeptPeriods(periods, newest);
    }

    private static Optional<BoardPeriod> parse(String label) {
        try {
            return Optional.of(BoardPeriod.parse(label));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    /** Whether the table of a period has everything that was ever added to it. */
    boolean isComplete(BoardPeriod period) {
        Duration retention = period.unit().retention();
        if (retention == null) {
            return true;
        }
        LocalDate last = newest.get(period.unit());
        return periods.contains(period)
                && last != null
                && period.start().plusDays(retention.toDays()).isAfter(last);
    }
}
