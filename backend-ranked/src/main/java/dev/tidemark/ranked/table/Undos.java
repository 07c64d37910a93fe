package dev.tidemark.ranked.table;

/** Undos in an array, three words to each: deadline, id and generation, amount. */
final class Undos {

    private static final int WORDS = 3;

    /** Which word of an undo is which. */
    static final int DEADLINE = 0;

    static final int WHOSE = 1;
    static final int AMOUNT = 2;

    private Undos() {}

    /** Where an undo begins. */
    static int word(int place) {
        return WORDS * place;
    }

    static long deadline(long[] words, int place) {
        return words[word(place) + DEADLINE];
    }

    static long whose(long[] words, int place) {
        return words[word(place) + WHOSE];
    }

    static long amount(long[] words, int place) {
        return words[word(place) + AMOUNT];
    }

    static void put(long[] words, int place, long deadline, long whose, long amount) {
        int at = word(place);
        words[at + DEADLINE] = deadline;
        words[at + WHOSE] = whose;
        words[at + AMOUNT] = amount;
    }

    static void copy(long[] from, int place, long[] to, int target) {
        put(to, target, deadline(from, place), whose(from, place), amount(from, place));
    }

    /**
     * Of two with the same deadline the smaller amount comes first, so that the order does not depend on how it came about:
     * scores that stop at a limit must do so in the same way when a log is replayed.
     */
    static boolean isBefore(long deadline, long amount, long[] words, int place) {
        long other = deadline(words, place);
        return deadline < other || (deadline == other && amount < amount(words, place));
    }

    static boolean isLive(long[] words, int place, Expiries.Liveness liveness) {
        long whose = whose(words, place);
        return liveness.isLive(id(whose), generation(whose));
    }

    static long whose(int id, int generation) {
        return ((long) id << Integer.SIZE) | Integer.toUnsignedLong(generation);
    }

    static int id(long whose) {
        return (int) (whose >>> Integer.SIZE);
    }

    static int generation(long whose) {
        return (int) whose;
    }
}
