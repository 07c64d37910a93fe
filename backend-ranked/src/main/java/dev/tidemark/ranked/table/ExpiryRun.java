package dev.tidemark.ranked.table;

import java.util.Arrays;

/** Undos in order, of which those before the first are done. The array is never written to, so others may share it. */
final class ExpiryRun {

    private long[] words;
    private int end;
    private int first;

    ExpiryRun(long[] words, int first, int end) {
        this.words = words;
        this.first = first;
        this.end = end;
    }

    /** The same undos, for who goes through them at another pace. */
    ExpiryRun copy() {
        return new ExpiryRun(words, first, end);
    }

    int size() {
        return end - first;
    }

    long[] words() {
        return words;
    }

    int first() {
        return first;
    }

    int end() {
        return end;
    }

    /** The same in an array of its own, without what was cancelled. */
    ExpiryRun onlyLive(Expiries.Liveness liveness) {
        long[] live = new long[Undos.word(size())];
        int count = 0;
        for (int i = first; i < end; i++) {
            if (Undos.isLive(words, i, liveness)) {
                Undos.copy(words, i, live, count++);
            }
        }
        return new ExpiryRun(Arrays.copyOf(live, Undos.word(count)), 0, count);
    }

    /** Keeps no more than four times the memory that the rest needs. */
    void removeFirst() {
        first++;
        if (size() <= end / 4) {
            words = Arrays.copyOfRange(words, Undos.word(first), Undos.word(end));
            end = size();
            first = 0;
        }
    }

    boolean isBefore(ExpiryRun other) {
        return Undos.isBefore(Undos.deadline(words, first), Undos.amount(words, first), other.words, other.first);
    }

    <E extends Exception> void forEach(Expiries.Visitor<E> visitor) throws E {
        for (int i = first; i < end; i++) {
            long whose = Undos.whose(words, i);
            visitor.visit(Undos.deadline(words, i), Undos.id(whose), Undos.generation(whose), Undos.amount(words, i));
        }
    }
}
