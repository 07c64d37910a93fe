package dev.tidemark.bench;

import dev.tidemark.Names;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * What the engine had before: sorted chunks of at most 512 entries, and beside them a Fenwick tree over their sizes. A split
 * rebuilds the arrays over all chunks.
 */
final class FenwickChunks implements OrderStatistics {

    private static final int CAPACITY = 512;

    private static final class Chunk {
        final long[] scores = new long[CAPACITY];
        final int[] ids = new int[CAPACITY];
        int size;
    }

    private final IntFunction<String> names;
    private Chunk[] chunks = {new Chunk()};
    private long[] lows = new long[1];
    private int chunkCount = 1;
    private int[] fenwick = new int[2];

    FenwickChunks(IntFunction<String> names) {
        this.names = names;
    }

    @Override
    public void add(int id, long score) {
        String name = names.apply(id);
        int at = chunkOf(score, name);
        if (chunks[at].size == CAPACITY) {
            split(at);
            at = chunkOf(score, name);
        }
        Chunk chunk = chunks[at];
        int place = lowerBound(chunk, score, name);
        System.arraycopy(chunk.scores, place, chunk.scores, place + 1, chunk.size - place);
        System.arraycopy(chunk.ids, place, chunk.ids, place + 1, chunk.size - place);
        chunk.scores[place] = score;
        chunk.ids[place] = id;
        chunk.size++;
        lows[at] = chunk.scores[0];
        count(at, 1);
    }

    @Override
    public void move(int id, long from, long to) {
        String name = names.apply(id);
        int at = chunkOf(from, name);
        Chunk chunk = chunks[at];
        int place = lowerBound(chunk, from, name);
        chunk.size--;
        System.arraycopy(chunk.scores, place + 1, chunk.scores, place, chunk.size - place);
        System.arraycopy(chunk.ids, place + 1, chunk.ids, place, chunk.size - place);
        lows[at] = chunk.scores[0];
        count(at, -1);
        if (chunk.size == 0) {
            drop(at);
        }
        add(id, to);
    }

    @Override
    public int rank(int id, long score) {
        String name = names.apply(id);
        int at = chunkOf(score, name);
        int sum = lowerBound(chunks[at], score, name);
        for (int i = at; i > 0; i -= i & -i) {
            sum += fenwick[i];
        }
        return sum;
    }

    @Override
    public int select(int rank) {
        int at = 0;
        int left = rank;
        for (int step = Integer.highestOneBit(chunkCount); step > 0; step >>= 1) {
            int next = at + step;
            if (next <= chunkCount && fenwick[next] <= left) {
                at = next;
                left -= fenwick[next];
            }
        }
        return chunks[at].ids[left];
    }

    private int chunkOf(long score, String name) {
        int low = 1;
        int high = chunkCount;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (lows[middle] < score || (lows[middle] == score && compare(chunks[middle].ids[0], name) <= 0)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    private int lowerBound(Chunk chunk, long score, String name) {
        int low = 0;
        int high = chunk.size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            long other = chunk.scores[middle];
            if (other < score || (other == score && compare(chunk.ids[middle], name) < 0)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int compare(int id, String name) {
        return Names.UTF8_ORDER.compare(names.apply(id), name);
    }

    private void split(int at) {
        Chunk chunk = chunks[at];
        Chunk upper = new Chunk();
        upper.size = CAPACITY / 2;
        chunk.size -= upper.size;
        System.arraycopy(chunk.scores, chunk.size, upper.scores, 0, upper.size);
        System.arraycopy(chunk.ids, chunk.size, upper.ids, 0, upper.size);
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunkCount + (chunkCount >> 1) + 1);
            lows = Arrays.copyOf(lows, chunks.length);
        }
        System.arraycopy(chunks, at + 1, chunks, at + 2, chunkCount - at - 1);
        chunks[at + 1] = upper;
        chunkCount++;
        recount();
    }

    private void drop(int at) {
        System.arraycopy(chunks, at + 1, chunks, at, chunkCount - at - 1);
        chunkCount--;
        recount();
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
}
