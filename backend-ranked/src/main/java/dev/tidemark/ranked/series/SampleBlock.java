package dev.tidemark.ranked.series;

import java.io.IOException;
import java.util.Arrays;

/** The samples of one span of time. A write looks at no more than two chunks of them, however many there are. */
final class SampleBlock extends Group<SampleBlock> {

    /** So many milliseconds. A constant of the format on disk. */
    static final long SPAN = 3_600_000;

    private static final int NONE = -1;
    private static final Chunk[] EMPTY = {};

    /*
     * Chunks in order of time, none empty. A chunk takes what is not before its first sample, and before the next chunk's;
     * one that is full is divided, as a leaf of a B-tree is, except that a new one is begun at the end, where most samples
     * come, so that those stay full.
     *
     * At most one chunk is open, the one last written to.
     */
    private Chunk[] chunks = EMPTY;

    private int open = NONE;

    SampleBlock(long number) {
        super(number);
    }

    void put(long time, double value) {
        if (chunks.length == 0) {
            begin(0);
        }
        OpenChunk chunk = open(find(time));
        if (chunk.isFull(time)) {
            chunk = makeRoom(chunk, time);
        }
        chunk.put(time, value);
    }

    private OpenChunk makeRoom(OpenChunk full, long time) {
        int place = open;
        if (place == chunks.length - 1 && time > full.last()) {
            seal();
            return begin(place + 1);
        }
        OpenChunk later = full.splitOff();
        insert(place + 1, later.seal());
        return time < later.first() ? full : open(place + 1);
    }

    /** Puts an empty chunk in, which must be written to at once. */
    private OpenChunk begin(int place) {
        OpenChunk chunk = new OpenChunk(2);
        insert(place, chunk);
        open = place;
        return chunk;
    }

    private void insert(int place, Chunk chunk) {
        Chunk[] more = Arrays.copyOf(chunks, chunks.length + 1);
        System.arraycopy(chunks, place, more, place + 1, chunks.length - place);
        more[place] = chunk;
        chunks = more;
    }

    /** The chunk that a time belongs to. */
    private int find(long time) {
        int low = 0;
        int high = chunks.length - 1;
        if (open == high) {
            // Most writes are about now.
            return high == 0 || chunks[high].first() <= time ? high : find(time, low, high - 1);
        }
        return find(time, low, high);
    }

    private int find(long time, int from, int to) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (chunks[middle].first() <= time) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private OpenChunk open(int place) {
        if (place != open) {
            seal();
            open = place;
        }
        OpenChunk chunk = chunks[place].open();
        chunks[place] = chunk;
        return chunk;
    }

    /** Nothing more is coming, as far as can be told. */
    void seal() {
        if (open != NONE) {
            chunks[open] = chunks[open].seal();
            open = NONE;
        }
    }

    /** As {@link Chunk#forEach}. */
    boolean forEach(long from, long to, Chunk.Visitor visitor) {
        for (int i = find(from, 0, chunks.length - 1); i < chunks.length && chunks[i].first() <= to; i++) {
            if (!chunks[i].forEach(from, to, visitor)) {
                return false;
            }
        }
        return true;
    }

    /** Not less than the number of samples between two times. */
    long atMost(long from, long to) {
        long size = 0;
        for (int i = find(from, 0, chunks.length - 1); i < chunks.length && chunks[i].first() <= to; i++) {
            size += chunks[i].size();
        }
        return size;
    }

    @Override
    SampleBlock copy() {
        SampleBlock copy = new SampleBlock(number);
        copy.chunks = chunks.clone();
        copy.open = open;
        if (open != NONE) {
            copy.chunks[open] = chunks[open].open().copy();
        }
        return copy;
    }

    @Override
    void write(CutWriter out) throws IOException {
        out.piece().writeUnsigned(chunks.length);
        for (Chunk chunk : chunks) {
            chunk.seal().write(out.piece());
        }
    }

    static SampleBlock read(long number, CutReader in) throws IOException {
        SampleBlock block = new SampleBlock(number);
        block.chunks = new Chunk[in.piece().readCount()];
        for (int i = 0; i < block.chunks.length; i++) {
            block.chunks[i] = SealedChunk.read(in.piece());
        }
        return block;
    }
}
