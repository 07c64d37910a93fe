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
     * A key is found by binary search over the chunks' first entries, then within the chunk. Chunks keep the scores beside
     * the entries, so that a search touches an entry's own memory only where scores are equal. A full chunk splits in two,
     * a small one joins its neighbour; only then are the arrays over all chunks rebuilt, which is once in CAPACITY / 4
     * changes at most and costs O(chunks).
     */
    private static final int CAPACITY = 512;

    private static final class Chunk {
        final long[] scores = new long[CAPACITY];
        final Entry[] entries = new Entry[CAPACITY];
        int size;

        /** The first place whose entry is not before the key. */
        int lowerBound(long score, String member) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (isBefore(middle, score, member)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        boolean isBefore(int place, long score, String member) {
            return scores[place] != score ? scores[place] < score : entries[place].compareTo(score, member) < 0;
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
    private int chunkCount = 1;
    private int[] fenwick = new int[2];
    private int size;

    int size() {
        return size;
    }

    void add(Entry entry) {
        int at = chunkOf(entry.score, entry.member);
        Chunk chunk = chunks[at];
        if (chunk.size == CAPACITY) {
            split(at);
            add(entry);
            return;
        }
        chunk.insert(chunk.lowerBound(entry.score, entry.member), entry);
        size++;
        count(at, 1);
    }

    void remove(Entry entry) {
        int at = chunkOf(entry.score, entry.member);
        Chunk chunk = chunks[at];
        chunk.delete(chunk.lowerBound(entry.score, entry.member));
        size--;
        count(at, -1);
        if (chunk.size < CAPACITY / 4) {
            joinNeighbour(at);
        }
    }

    /** Gives an entry of this index another score. */
    void move(Entry entry, long score) {
        int at = chunkOf(entry.score, entry.member);
        if (at == chunkOf(score, entry.member)) {
            Chunk chunk = chunks[at];
            chunk.delete(chunk.lowerBound(entry.score, entry.member));
            entry.score = score;
            chunk.insert(chunk.lowerBound(score, entry.member), entry);
        } else {
            remove(entry);
            entry.score = score;
            add(entry);
        }
    }

    /** The rank of an entry of this index, from 0 on. */
    int rank(Entry entry, Order order) {
        int at = chunkOf(entry.score, entry.member);
        int ascending = sizeBefore(at) + chunks[at].lowerBound(entry.score, entry.member);
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
        int low = 1;
        int high = chunkCount;
        while (low < high) {
            int middle = (low + high) >>> 1;
            Chunk chunk = chunks[middle];
            boolean startsBehind =
                    chunk.scores[0] != score ? chunk.scores[0] > score : chunk.entries[0].compareTo(score, member) > 0;
            if (startsBehind) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low - 1;
    }

    private void split(int at) {
        Chunk chunk = chunks[at];
        Chunk upper = new Chunk();
        upper.takeFrom(chunk, CAPACITY / 2);
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunkCount + (chunkCount >> 1) + 1);
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
