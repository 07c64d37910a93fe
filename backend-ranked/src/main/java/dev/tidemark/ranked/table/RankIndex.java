package dev.tidemark.ranked.table;

import dev.tidemark.ranking.Order;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The members of a table in order of (score, UTF-8 bytes of the member): add, remove, move, rank and select in O(log n),
 * pages at any offset without a walk to it.
 *
 * <p>Not thread-safe.
 */
final class RankIndex {

    /*
     * Sorted chunks of at most CAPACITY entries, and beside them a Fenwick tree (P. M. Fenwick, "A new data structure for
     * cumulative frequency tables", 1994) over the chunks' sizes.
     *
     *   chunks   [ a b c ] [ d e f g ] [ h i ]
     *   sizes       3          4         2       as a Fenwick tree: prefix sums and select in O(log chunks)
     *
     * A key is found by binary search over the chunks' first scores, then over the scores within the chunk. Scores stand in
     * arrays of their own, so that a search touches an entry's memory only where scores are equal. A full chunk splits in
     * two, a small one joins its neighbour; only then are the arrays over all chunks rebuilt, which is once in CAPACITY / 4
     * changes at most and costs O(chunks).
     */
    private static final int CAPACITY = 512;

    private static final class Chunk {
        final long[] scores = new long[CAPACITY];
        final Entry[] entries = new Entry[CAPACITY];
        int size;

        /** The first place whose entry is not before the key. Entries are looked at only where scores are equal. */
        int lowerBound(long score, String member) {
            int low = firstFrom(scores, 0, size, score);
            int end = low;
            // Most scores are alone or in small company; the few large ones are not walked through.
            while (end < size && end - low < 8 && scores[end] == score) {
                end++;
            }
            if (end - low == 8) {
                end = firstFrom(scores, end, size, score + 1);
            }
            while (low < end) {
                int middle = (low + end) >>> 1;
                if (entries[middle].compareTo(score, member) < 0) {
                    low = middle + 1;
                } else {
                    end = middle;
                }
            }
            return low;
        }

        /** The place of an entry that is here. */
        int placeOf(Entry entry) {
            int place = firstFrom(scores, 0, size, entry.score);
            return entries[place] == entry ? place : lowerBound(entry.score, entry.member);
        }

        void insert(int place, Entry entry) {
            System.arraycopy(scores, place, scores, place + 1, size - place);
            System.arraycopy(entries, place, entries, place + 1, size - place);
            scores[place] = entry.score;
            entries[place] = entry;
            size++;
        }

        void delete(int place) {
            size--;
            System.arraycopy(scores, place + 1, scores, place, size - place);
            System.arraycopy(entries, place + 1, entries, place, size - place);
            clear(size, size + 1);
        }

        /** Moves the entry at {@code place} to where its new score belongs. */
        void move(int place, Entry entry, long score) {
            int target = lowerBound(score, entry.member);
            if (target > place) {
                target--;
                System.arraycopy(scores, place + 1, scores, place, target - place);
                System.arraycopy(entries, place + 1, entries, place, target - place);
            } else {
                System.arraycopy(scores, target, scores, target + 1, place - target);
                System.arraycopy(entries, target, entries, target + 1, place - target);
            }
            scores[target] = score;
            entries[target] = entry;
        }

        /** Takes over the entries of {@code other} from {@code from} on, behind its own. */
        void takeFrom(Chunk other, int from) {
            int moved = other.size - from;
            System.arraycopy(other.scores, from, scores, size, moved);
            System.arraycopy(other.entries, from, entries, size, moved);
            other.clear(from, other.size);
            size += moved;
            other.size = from;
        }

        @SuppressWarnings("NullAway") // beyond size there is nothing
        private void clear(int from, int to) {
            Arrays.fill(entries, from, to, null);
        }
    }

    private Chunk[] chunks = {new Chunk()};

    /** The first score of each chunk. */
    private long[] lows = new long[1];

    private int chunkCount = 1;
    private int[] fenwick = new int[2];
    private int size;

    int size() {
        return size;
    }

    void add(Entry entry) {
        int at = chunkOf(entry.score, entry.member);
        if (chunks[at].size == CAPACITY) {
            split(at);
            at = chunkOf(entry.score, entry.member);
        }
        insert(at, entry);
    }

    void remove(Entry entry) {
        int at = chunkOf(entry.score, entry.member);
        delete(at, entry);
        if (chunks[at].size < CAPACITY / 4) {
            joinNeighbour(at);
        }
    }

    /** Gives an entry of this index another score. */
    void move(Entry entry, long score) {
        int from = chunkOf(entry.score, entry.member);
        int to = chunkOf(score, entry.member);
        if (from == to) {
            Chunk chunk = chunks[from];
            chunk.move(chunk.placeOf(entry), entry, score);
            lows[from] = chunk.scores[0];
            entry.score = score;
        } else if (chunks[from].size > CAPACITY / 4 && chunks[to].size < CAPACITY) {
            delete(from, entry);
            entry.score = score;
            insert(to, entry);
        } else {
            remove(entry);
            entry.score = score;
            add(entry);
        }
    }

    private void insert(int at, Entry entry) {
        Chunk chunk = chunks[at];
        chunk.insert(chunk.lowerBound(entry.score, entry.member), entry);
        lows[at] = chunk.scores[0];
        size++;
        count(at, 1);
    }

    private void delete(int at, Entry entry) {
        Chunk chunk = chunks[at];
        chunk.delete(chunk.placeOf(entry));
        lows[at] = chunk.scores[0];
        size--;
        count(at, -1);
    }

    /** The rank of an entry of this index, from 0 on. */
    int rank(Entry entry, Order order) {
        int at = chunkOf(entry.score, entry.member);
        int ascending = sizeBefore(at) + chunks[at].placeOf(entry);
        return order == Order.ASC ? ascending : size - 1 - ascending;
    }

    /** Hands out {@code count} entries from the one of rank {@code from} on; both lie within the index. */
    void forEach(Order order, int from, int count, Consumer<Entry> action) {
        if (count == 0) {
            return;
        }
        int step = order == Order.ASC ? 1 : -1;
        int rank = order == Order.ASC ? from : size - 1 - from;
        int at = chunkAt(rank);
        int place = rank - sizeBefore(at);
        for (int left = count; left > 0; left--) {
            action.accept(chunks[at].entries[place]);
            place += step;
            if (left > 1 && (place < 0 || place == chunks[at].size)) {
                at += step;
                place = step > 0 ? 0 : chunks[at].size - 1;
            }
        }
    }

    /** The last chunk that does not begin behind the key; that is where the key is, or belongs. */
    private int chunkOf(long score, String member) {
        int low = firstFrom(lows, 1, chunkCount, score);
        if (low < chunkCount && lows[low] == score) {
            int high = firstFrom(lows, low, chunkCount, score + 1);
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (chunks[middle].entries[0].compareTo(score, member) > 0) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
        }
        return low - 1;
    }

    /** The first place from {@code low} to {@code high} whose score is at least {@code score}. */
    private static int firstFrom(long[] scores, int low, int high, long score) {
        int from = low;
        int to = high;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (scores[middle] < score) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    private void split(int at) {
        Chunk chunk = chunks[at];
        Chunk upper = new Chunk();
        upper.takeFrom(chunk, CAPACITY / 2);
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunkCount + (chunkCount >> 1) + 1);
            lows = Arrays.copyOf(lows, chunks.length);
        }
        System.arraycopy(chunks, at + 1, chunks, at + 2, chunkCount - at - 1);
        chunks[at + 1] = upper;
        chunkCount++;
        recount();
    }

    private void joinNeighbour(int at) {
        if (chunkCount == 1) {
            return;
        }
        int left = at > 0 ? at - 1 : 0;
        // Half full is enough: a chunk that was just joined must not split at once. An empty one has to go in any case.
        if (chunks[at].size > 0 && chunks[left].size + chunks[left + 1].size > CAPACITY / 2) {
            return;
        }
        chunks[left].takeFrom(chunks[left + 1], 0);
        System.arraycopy(chunks, left + 2, chunks, left + 1, chunkCount - left - 2);
        dropLast();
        recount();
    }

    @SuppressWarnings("NullAway") // beyond chunkCount there is nothing
    private void dropLast() {
        chunks[--chunkCount] = null;
    }

    private void recount() {
        fenwick = fenwick.length > chunkCount ? fenwick : new int[chunks.length + 1];
        Arrays.fill(fenwick, 0);
        for (int i = 1; i <= chunkCount; i++) {
            lows[i - 1] = chunks[i - 1].scores[0];
            fenwick[i] += chunks[i - 1].size;
            int parent = i + (i & -i);
            if (parent <= chunkCount) {
                fenwick[parent] += fenwick[i];
            }
        }
    }

    private void count(int chunk, int change) {
        for (int i = chunk + 1; i <= chunkCount; i += i & -i) {
            fenwick[i] += change;
        }
    }

    private int sizeBefore(int chunk) {
        int sum = 0;
        for (int i = chunk; i > 0; i -= i & -i) {
            sum += fenwick[i];
        }
        return sum;
    }

    /** The chunk that holds the entry of an ascending rank. */
    private int chunkAt(int rank) {
        int at = 0;
        int left = rank;
        for (int step = Integer.highestOneBit(chunkCount); step > 0; step >>= 1) {
            int next = at + step;
            if (next <= chunkCount && fenwick[next] <= left) {
                at = next;
                left -= fenwick[next];
            }
        }
        return at;
    }
}
