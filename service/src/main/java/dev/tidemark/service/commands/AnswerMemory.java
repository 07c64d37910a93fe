package dev.tidemark.service.commands;

import dev.tidemark.service.problem.TooLarge;
import java.util.regex.Pattern;

/**
 * How much memory the answers of a request may need at most, from its lines alone: their text, whose array doubles while it
 * grows, and the entries of one line as objects. Generous, because what it does not count is bounded by nothing.
 */
final class AnswerMemory {

    /** A line that fails is answered with a message. */
    private static final int LINE_BYTES = 512;

    /** A member and its score, as text. */
    private static final int ENTRY_TEXT_BYTES = 1024;

    /** A score, as text. */
    private static final int SCORE_TEXT_BYTES = 64;

    /** An entry as the store returns it, or a member that the line names. */
    private static final int ENTRY_BYTES = 1024;

    private static final Pattern SPACE = Pattern.compile("\\s+");

    private final int maxLines;
    private final int maxMembers;
    private final int maxPage;
    private int lines;
    private long rangeEntries;
    private long scores;
    private int largest;

    AnswerMemory(int maxLines, int maxMembers, int maxPage) {
        this.maxLines = maxLines;
        this.maxMembers = maxMembers;
        this.maxPage = maxPage;
    }

    /** Counts all lines; throws {@link TooLarge} if there are too many. */
    long most(Lines text) {
        for (String line = text.next(); line != null; line = text.next()) {
            if (++lines > maxLines) {
                throw TooLarge.moreThan(maxLines, "commands", "tidemark.limits.events");
            }
            count(line);
        }
        return (long) lines * LINE_BYTES
                + Math.min(rangeEntries, maxLines) * ENTRY_TEXT_BYTES
                + Math.min(scores, maxLines) * SCORE_TEXT_BYTES
                + (long) largest * ENTRY_BYTES;
    }

    private void count(String line) {
        // A line may be megabytes long, and only the count of a range matters, its fourth word.
        if (line.regionMatches(true, 0, "zrange", 0, 6) || line.regionMatches(true, 0, "zrevrange", 0, 9)) {
            String[] words = SPACE.split(line, 5);
            int entries = words.length < 4 ? 0 : entries(words[3]);
            rangeEntries += entries;
            largest = Math.max(largest, entries);
        } else {
            int members = members(line);
            scores += members;
            largest = Math.max(largest, members);
        }
    }

    private int entries(String count) {
        try {
            long entries = Long.parseLong(count);
            return entries < 0 ? maxPage : (int) Math.min(entries, maxPage);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** At most as many as there are words. */
    private int members(String line) {
        int spaces = 0;
        for (int i = 0; i < line.length() && spaces < maxMembers; i++) {
            spaces += line.charAt(i) <= ' ' ? 1 : 0;
        }
        return spaces;
    }
}
