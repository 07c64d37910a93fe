package dev.tidemark.service.commands;

import dev.tidemark.InvalidValueException;
import dev.tidemark.service.problem.Excerpt;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The words of a command line, taken one after the other. */
final class Words {

    private static final Pattern SECONDS = Pattern.compile("\\d{1,12}(\\.\\d{1,9})?");

    private final List<String> words;
    private int at;

    /** Splits a line into at most {@code limit} words: a large body could be one line of millions. */
    Words(String line, int limit) {
        words = new ArrayList<>(List.of(line.split("\\s+", limit + 1)));
        if (words.size() > limit) {
            throw new InvalidValueException(Excerpt.of(command()) + ": a line may have at most " + limit
                    + " words (tidemark.limits.members): send it in parts");
        }
    }

    /** The first word. */
    String command() {
        return words.get(0);
    }

    boolean hasNext() {
        return at < words.size();
    }

    String next(String what) {
        if (!hasNext()) {
            throw new InvalidValueException(Excerpt.of(command()) + ": " + what + " is missing");
        }
        return words.get(at++);
    }

    long nextNumber(String what) {
        return number(what, next(what));
    }

    static long number(String what, String word) {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw new InvalidValueException(what + " must be a whole number, but is '" + Excerpt.of(word) + "'");
        }
    }

    /** All words that are left, at least one. */
    List<String> rest(String what) {
        List<String> rest = new ArrayList<>();
        do {
            rest.add(next(what));
        } while (hasNext());
        return rest;
    }

    /** Takes the last word, which is a number of seconds. */
    Duration lastSeconds() {
        String last = words.remove(words.size() - 1);
        long millis = SECONDS.matcher(last).matches()
                ? new BigDecimal(last).movePointRight(3).longValue()
                : 0;
        if (millis == 0) {
            throw new InvalidValueException(
                    "seconds must be a number, at least 0.001, but is '" + Excerpt.of(last) + "'");
        }
        return Duration.ofMillis(millis);
    }

    /** Takes the next word if it is this one. */
    boolean takeIf(String word) {
        boolean taken = hasNext() && words.get(at).equalsIgnoreCase(word);
        at += taken ? 1 : 0;
        return taken;
    }

    void requireEnd() {
        if (hasNext()) {
            throw new InvalidValueException(command() + ": '" + Excerpt.of(words.get(at)) + "' is one word too many");
        }
    }
}
