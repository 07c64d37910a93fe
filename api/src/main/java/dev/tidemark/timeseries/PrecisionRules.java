package dev.tidemark.timeseries;

import dev.tidemark.Names;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which series are exact and which approximate.
 *
 * <p>A pattern is a series name in which {@code *} stands for any run of characters. Where several fit, the longest
 * decides, and of equally long ones the first by UTF-8 bytes.
 */
public final class PrecisionRules {

    public static final PrecisionRules EXACT = new PrecisionRules(Precision.EXACT, Map.of());

    private final Precision otherwise;
    private final Map<List<String>, Precision> byPattern = new LinkedHashMap<>();

    public PrecisionRules(Precision otherwise, Map<String, Precision> overrides) {
        this.otherwise = otherwise;
        overrides.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(
                        Comparator.comparing(String::length).reversed().thenComparing(Names.UTF8_ORDER)))
                .forEach(rule -> byPattern.put(List.of(rule.getKey().split("\\*", -1)), rule.getValue()));
    }

    public Precision of(String series) {
        for (Map.Entry<List<String>, Precision> rule : byPattern.entrySet()) {
            if (matches(rule.getKey(), series)) {
                return rule.getValue();
            }
        }
        return otherwise;
    }

    /** Takes each piece at its first place after the one before: greedy is enough where {@code *} is the only wildcard. */
    private static boolean matches(List<String> pieces, String name) {
        String first = pieces.get(0);
        String last = pieces.get(pieces.size() - 1);
        if (pieces.size() == 1) {
            return name.equals(first);
        }
        if (!name.startsWith(first) || !name.endsWith(last) || name.length() < first.length() + last.length()) {
            return false;
        }
        int from = first.length();
        int end = name.length() - last.length();
        for (String piece : pieces.subList(1, pieces.size() - 1)) {
            int at = name.indexOf(piece, from);
            if (at < 0 || at + piece.length() > end) {
                return false;
            }
            from = at + piece.length();
        }
        return true;
    }
}
