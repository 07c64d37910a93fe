package dev.tidemark.ranked.table;

import java.util.Arrays;

/**
 * What is to be undone when, the earliest first: O(log n) to take, O(1) to look and, for deadlines that mostly come in order,
 * to add. A {@linkplain #cut picture} of it all takes an array with one reference to every {@value #PAGE} of them. What is
 * pending costs 24 bytes and no object.
 *
 * <p>Any number of readers, or one writer. A cut needs no lock at all.
 */
final class ExpiryHeap {

    /*
     * A heap whose nodes have four children (D. B. Johnson, "Priority queues with update and finding minimum spanning
     * trees", 1975): half as deep as a binary one, and brothers share their cache lines. Of two with the same deadline the
     * smaller amount comes first, so that the order does not depend on how the heap came about: scores that stop at a limit
     * must do so in the same way when a log is replayed.
     *
     * It stands in pages, three longs to an entry: deadline, id and generation, amount. Pages are copied on write as those
     * of the Roster are, and the first of them starts small.
     */
    static final int PAGE = 1 << Cut.SHIFT;

    private static final int FIRST = 8;
    private static final int ARITY = 4;

    private static final class Page {
        final int epoch;
        final long[] words;

        Page(int epoch, long[] words) {
            this.epoch = epoch;
            this.words = words;
        }
    }

    /** What a visitor is told of an undo that is pending. */
    interface Visitor<E extends Exception> {
        void visit(long deadline, int id, int generation, long amount) throws E;
    }

    /** All that was pending once, whatever happens to the heap. */
    static final class Cut {

        private static final int SHIFT = 10;

        private final Page[] pages;
        private final int size;

        private Cut(Page[] pages, int size) {
            this.pages = pages;
            this.size = size;
        }

        /** Visits everything in the order of the heap, so that it costs nothing to add it to another one. */
        <E extends Exception> void forEach(Visitor<E> visitor) throws E {
            for (int i = 0; i < size; i++) {
                long[] words = pages[i >>> SHIFT].words;
                int at = word(i);
                visitor.visit(words[at], id(words[at + 1]), generation(words[at + 1]), words[at + 2]);
            }
        }
    }

    private Page[] pages = {};
    private int pageCount;
    private int epoch;
    private int size;

    int size() {
        return size;
    }

    /** The earliest deadline in epoch milliseconds, or {@link Long#MAX_VALUE} if nothing is pending. */
    long earliest() {
        return size == 0 ? Long.MAX_VALUE : pages[0].words[0];
    }

    int earliestId() {
        return id(pages[0].words[1]);
    }

    int earliestGeneration() {
        return generation(pages[0].words[1]);
    }

    long earliestAmount() {
        return pages[0].words[2];
    }

    void add(long deadline, int id, int generation, long amount) {
        makeRoom();
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) / ARITY;
            if (!isBefore(deadline, amount, parent)) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, deadline, ((long) id << Integer.SIZE) | Integer.toUnsignedLong(generation), amount);
    }

    void removeEarliest() {
        int last = --size;
        long[] words = pages[last >>> Cut.SHIFT].words;
        long deadline = words[word(last)];
        long whose = words[word(last) + 1];
        long amount = words[word(last) + 2];
        int hole = 0;
        for (int child = earliestChild(hole); child < last; child = earliestChild(hole)) {
            if (!isBefore(child, deadline, amount)) {
                break;
            }
            move(child, hole);
            hole = child;
        }
        if (last > 0) {
            put(hole, deadline, whose, amount);
        }
        dropPages();
    }

    /** Answers the state of now. It is safe to hand it to another thread and to go on writing here. */
    Cut cut() {
        epoch++;
        return new Cut(Arrays.copyOf(pages, pageCount), size);
    }

    /** The child that is to come first, or a place past the end. */
    private int earliestChild(int parent) {
        long first = (long) parent * ARITY + 1;
        if (first >= size) {
            return Integer.MAX_VALUE;
        }
        int earliest = (int) first;
        int end = (int) Math.min(size, first + ARITY);
        for (int child = earliest + 1; child < end; child++) {
            if (isBefore(deadline(child), amount(child), earliest)) {
                earliest = child;
            }
        }
        return earliest;
    }

    private boolean isBefore(long deadline, long amount, int place) {
        long other = deadline(place);
        return deadline < other || (deadline == other && amount < amount(place));
    }

    private boolean isBefore(int place, long deadline, long amount) {
        long other = deadline(place);
        return other < deadline || (other == deadline && amount(place) < amount);
    }

    private long deadline(int place) {
        return pages[place >>> Cut.SHIFT].words[word(place)];
    }

    private long amount(int place) {
        return pages[place >>> Cut.SHIFT].words[word(place) + 2];
    }

    private void move(int from, int to) {
        long[] words = pages[from >>> Cut.SHIFT].words;
        int at = word(from);
        put(to, words[at], words[at + 1], words[at + 2]);
    }

    private void put(int place, long deadline, long whose, long amount) {
        int page = place >>> Cut.SHIFT;
        if (pages[page].epoch != epoch) {
            renew(page, pages[page].words.length);
        }
        long[] words = pages[page].words;
        int at = word(place);
        words[at] = deadline;
        words[at + 1] = whose;
        words[at + 2] = amount;
    }

    private void makeRoom() {
        int page = size >>> Cut.SHIFT;
        if (page == pageCount) {
            if (page == pages.length) {
                pages = Arrays.copyOf(pages, page + (page >> 1) + 1);
            }
            pages[pageCount++] = new Page(epoch, new long[3 * (page == 0 ? FIRST : PAGE)]);
        } else if (word(size) == pages[page].words.length) {
            renew(page, word(size) * 2);
        }
    }

    private void renew(int page, int length) {
        pages[page] = new Page(epoch, Arrays.copyOf(pages[page].words, length));
    }

    /** Lets pages go that are not needed any more, but for one in reserve. */
    @SuppressWarnings("NullAway") // beyond pageCount there is nothing
    private void dropPages() {
        while (pageCount > 2 && size <= (pageCount - 2) << Cut.SHIFT) {
            pages[--pageCount] = null;
        }
    }

    private static int word(int place) {
        return 3 * (place & (PAGE - 1));
    }

    private static int id(long whose) {
        return (int) (whose >>> Integer.SIZE);
    }

    private static int generation(long whose) {
        return (int) whose;
    }
}
