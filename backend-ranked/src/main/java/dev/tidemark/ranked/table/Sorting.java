package dev.tidemark.ranked.table;

import dev.tidemark.Names;
import java.util.function.IntFunction;

/**
 * Sorts entries by (score, UTF-8 bytes of the name) in O(n log n), for a {@link RankIndex} to be filled with. A merge sort:
 * it goes through scores and ids in their order, and looks at names only among equal scores.
 */
final class Sorting {

    /** Runs up to this length are sorted by insertion. */
    private static final int SHORT = 16;

    private final IntFunction<String> names;
    private long[] scores;
    private int[] ids;

    /** Sorts the first {@code count} of each array, which may be other arrays afterwards. */
    Sorting(long[] scores, int[] ids, int count, IntFunction<String> names) {
        this.scores = scores;
        this.ids = ids;
        this.names = names;
        for (int from = 0; from < count; from += SHORT) {
            insertionSort(from, Math.min(count, from + SHORT));
        }
        long[] otherScores = new long[count];
        int[] otherIds = new int[count];
        for (long length = SHORT; length < count; length *= 2) {
            for (long from = 0; from < count; from += 2 * length) {
                int middle = (int) Math.min(count, from + length);
                int to = (int) Math.min(count, from + 2 * length);
                merge((int) from, middle, to, otherScores, otherIds);
            }
            long[] sortedScores = otherScores;
            otherScores = this.scores;
            this.scores = sortedScores;
            int[] sortedIds = otherIds;
            otherIds = this.ids;
            this.ids = sortedIds;
        }
    }

    long[] scores() {
        return scores;
    }

    int[] ids() {
        return ids;
    }

    private void insertionSort(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            long score = scores[i];
            int id = ids[i];
            int hole = i;
            for (; hole > from && isBefore(score, id, scores[hole - 1], ids[hole - 1]); hole--) {
                scores[hole] = scores[hole - 1];
                ids[hole] = ids[hole - 1];
            }
            scores[hole] = score;
            ids[hole] = id;
        }
    }

    private void merge(int from, int middle, int to, long[] intoScores, int[] intoIds) {
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeRight =
                    left == middle || (right < to && isBefore(scores[right], ids[right], scores[left], ids[left]));
            int taken = takeRight ? right++ : left++;
            intoScores[i] = scores[taken];
            intoIds[i] = ids[taken];
        }
    }

    private boolean isBefore(long score, int id, long otherScore, int otherId) {
        return score < otherScore
                || (score == otherScore && Names.UTF8_ORDER.compare(names.apply(id), names.apply(otherId)) < 0);
    }
}
