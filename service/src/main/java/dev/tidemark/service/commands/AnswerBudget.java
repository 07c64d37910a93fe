package dev.tidemark.service.commands;

import dev.tidemark.InvalidValueException;

/**
 * How many entries (members, scores) the commands of one request may still return. A command that needs more than that, or
 * more than a line may return, fails as a whole: a client that reads a list line by line could not tell a list that was cut
 * from all there is.
 */
final class AnswerBudget {

    private final int perLine;
    private final int perRequest;
    private int used;

    AnswerBudget(int perLine, int perRequest) {
        this.perLine = perLine;
        this.perRequest = perRequest;
    }

    /** The most entries that a range can be answered with now. */
    int mostOfRange() {
        return Math.min(perLine, perRequest - used);
    }

    /** Takes what a range needs, {@code entries} of them. */
    void takeRange(String command, long entries) {
        if (entries > perLine) {
            throw new InvalidValueException(command + ": a line may return at most " + perLine
                    + " entries (tidemark.limits.page), but there are " + entries
                    + ": ask for them in parts, by offset and count");
        }
        take(command, entries);
    }

    /** Takes what a command answers, before it is carried out. */
    void take(String command, long entries) {
        if (entries > perRequest - used) {
            throw new InvalidValueException(command + ": the lines of a request may return at most " + perRequest
                    + " entries (tidemark.limits.events), and " + used
                    + " of them are used: send this line in another request");
        }
        used += (int) entries;
    }
}
