package dev.tidemark.ranked.table;

import java.util.Arrays;

/**
 * What is to be undone when, the earliest first: O(log n) to add and to take, in memory that is mostly in a cache, and O(1)
 * to look. A {@linkplain #cut picture} of it all takes O(n / {@value #RUN}). What is pending costs 24 bytes, up to four times
 * that in a run that is partly done, and no object.
 *
 * <p>Any number of readers, or one writer. A cut needs no lock at all.
 */
final class Expiries {

    /*
     * One large heap would wait for memory at almost every level of it. So what is added goes to a small heap; when that is
     * full it becomes a run, which is sorted and never changes, but for where it begins; and the runs stand in a heap by
     * what they begin with (after P. Sanders, "Fast priority queues for cached memory", 2000, without the merging: a
     * million undos are 250 runs, and the beginnings of these fit into a cache as well).
     *
     *   latest   9 12 30 17           a heap
     *   runs     3 7 8 | 4 4 99       a heap of sorted arrays
     *
     * A run of which little is left goes back to the small heap, or undos that are far away would each keep a run.
     *
     * Undos that were cancelled are not searched for: they stay until their deadline, or until somebody comes by. Each visit
     * tries a few of one run, the next time of another, and writes the run anew without them if most of those were cancelled.
     * So a visit costs a few reads, or what it frees pays for it.
     */
    static final int RUN = 1 << 12;

    private static final int WORTH_KEEPING = RUN / 64;

    /** So many of a run are tried to tell how many of it are cancelled. */
    private static final int TRIED = 16;

    /** Tells whether an undo is still to be carried out. */
    interface Liveness {
        boolean isLive(int id, int generation);
    }

    /** What a visitor is told of an undo that is pending. */
    interface Visitor<E extends Exception> {
        void visit(long deadline, int id, int generation, long amount) throws E;
    }

    /** All that was pending once, whatever happens since. */
    static final class Cut {

        private final ExpiryRun[] runs;

        private Cut(ExpiryRun[] runs) {
            this.runs = runs;
        }

        <E extends Exception> void forEach(Visitor<E> visitor) throws E {
            for (ExpiryRun run : runs) {
                run.forEach(visitor);
            }
        }
    }

    private final ExpiryHeap latest = new ExpiryHeap();

    /** A heap, too: each run begins before the two at twice its place. */
    private ExpiryRun[] runs = {};

    private int runCount;
    private int size;

    /** The run, or the small heap, that the next visit of {@link #reclaim} goes to. */
    private int visited;

    private int visits;

    int size() {
        return size;
    }

    /** The earliest deadline in epoch milliseconds, or {@link Long#MAX_VALUE} if nothing is pending. */
    long earliest() {
        return size == 0 ? Long.MAX_VALUE : Undos.deadline(words(), place());
    }

    int earliestId() {
        return Undos.id(Undos.whose(words(), place()));
    }

    int earliestGeneration() {
        return Undos.generation(Undos.whose(words(), place()));
    }

    long earliestAmount() {
        return Undos.amount(words(), place());
    }

    private long[] words() {
        return isInRun() ? runs[0].words() : latest.words();
    }

    private int place() {
        return isInRun() ? runs[0].first() : 0;
    }

    private boolean isInRun() {
        return latest.size() == 0
                || (runCount > 0
                        && !Undos.isBefore(
                                Undos.deadline(latest.words(), 0),
                                Undos.amount(latest.words(), 0),
                                runs[0].words(),
                                runs[0].first()));
    }

    void add(long deadline, int id, int generation, long amount) {
        add(deadline, Undos.whose(id, generation), amount);
        size++;
    }

    private void add(long deadline, long whose, long amount) {
        if (latest.size() == RUN) {
            addRun(new ExpiryRun(latest.drain(), 0, RUN));
        }
        latest.add(deadline, whose, amount);
    }

    private void addRun(ExpiryRun run) {
        if (runCount == runs.length) {
            runs = Arrays.copyOf(runs, runCount + (runCount >> 1) + 1);
        }
        rise(run, runCount++);
    }

    /** Puts a run into a place that is free, and up from there to where it belongs. Returns that place. */
    private int rise(ExpiryRun run, int place) {
        int hole = place;
        while (hole > 0 && run.isBefore(runs[(hole - 1) / 2])) {
            runs[hole] = runs[(hole - 1) / 2];
            hole = (hole - 1) / 2;
        }
        runs[hole] = run;
        return hole;
    }

    void removeEarliest() {
        size--;
        if (!isInRun()) {
            latest.removeEarliest();
            return;
        }
        ExpiryRun run = runs[0];
        run.removeFirst();
        if (run.size() >= WORTH_KEEPING) {
            sink(run, 0);
        } else {
            removeFirstRun();
            addEach(run);
        }
    }

    private void addEach(ExpiryRun run) {
        for (int i = run.first(); i < run.end(); i++) {
            add(Undos.deadline(run.words(), i), Undos.whose(run.words(), i), Undos.amount(run.words(), i));
        }
    }

    /** Frees the memory of undos that were cancelled, if that are many, in one run or in the small heap. */
    void reclaim(Liveness liveness) {
        visits = (visits + 1) & Integer.MAX_VALUE;
        visited = visited < runCount ? visited + 1 : 0;
        if (visited == runCount) {
            if (isMostlyCancelled(latest.words(), 0, latest.size(), liveness)) {
                size -= latest.keepOnly(liveness);
            }
        } else if (isMostlyCancelled(runs[visited].words(), runs[visited].first(), runs[visited].end(), liveness)) {
            reclaimRun(visited, liveness);
        }
    }

    private boolean isMostlyCancelled(long[] words, int first, int end, Liveness liveness) {
        int step = Math.max(1, (end - first) / TRIED);
        int tried = 0;
        int cancelled = 0;
        // Others each time, or what comes again and again could hide.
        for (int i = first + visits % step; i < end; i += step) {
            tried++;
            cancelled += Undos.isLive(words, i, liveness) ? 0 : 1;
        }
        return 2 * cancelled > tried;
    }

    /** What is left of a run begins no earlier than it did: so it belongs where it was, or further down. */
    private void reclaimRun(int place, Liveness liveness) {
        ExpiryRun left = runs[place].onlyLive(liveness);
        size -= runs[place].size() - left.size();
        if (left.size() >= WORTH_KEEPING) {
            sink(left, place);
            return;
        }
        ExpiryRun last = removeLastRun();
        if (place < runCount) {
            // The last may be of another branch, and belong above the place that became free, or below it.
            sink(last, rise(last, place));
        }
        addEach(left);
    }

    private void removeFirstRun() {
        ExpiryRun last = removeLastRun();
        if (runCount > 0) {
            sink(last, 0);
        }
    }

    @SuppressWarnings("NullAway") // beyond runCount there is nothing
    private ExpiryRun removeLastRun() {
        ExpiryRun last = runs[--runCount];
        runs[runCount] = null;
        return last;
    }

    /** Puts a run into a place that is free, and down from there to where it belongs. */
    private void sink(ExpiryRun run, int place) {
        int hole = place;
        for (int child = 2 * hole + 1; child < runCount; child = 2 * hole + 1) {
            if (child + 1 < runCount && runs[child + 1].isBefore(runs[child])) {
                child++;
            }
            if (!runs[child].isBefore(run)) {
                break;
            }
            runs[hole] = runs[child];
            hole = child;
        }
        runs[hole] = run;
    }

    /** Answers the state of now. It is safe to hand it to another thread and to go on writing here. */
    Cut cut() {
        ExpiryRun[] all = new ExpiryRun[runCount + 1];
        for (int i = 0; i < runCount; i++) {
            all[i] = runs[i].copy();
        }
        all[runCount] = new ExpiryRun(latest.words().clone(), 0, latest.size());
        return new Cut(all);
    }
}
