package dev.tidemark.ranked.log;

import dev.tidemark.ranked.bytes.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames in the order of the log. They stand in chunks, so however many there are, none is copied to make room for more:
 * one array that grows would take two to three times its size meanwhile.
 */
final class FrameBuffer {

    /** How large a chunk is, unless it is for one frame that is larger. */
    private static final int CHUNK = 1 << 16;

    /** How many chunks are kept for what comes next. What grew larger while the disk stalled is not kept. */
    private static final int MAX_SPARE = 32;

    /** How much memory is held at most when nothing is in it. */
    static final int MAX_KEPT = MAX_SPARE * CHUNK;

    /** The last is written to; the first is always there, and never larger than others. */
    private final ArrayList<ByteWriter> chunks = new ArrayList<>();

    private final List<ByteWriter> spare = new ArrayList<>(MAX_SPARE);
    private long size;

    FrameBuffer() {
        chunks.add(new ByteWriter(CHUNK));
    }

    /** How many bytes the frames have. */
    long size() {
        return size;
    }

    /** How much memory is held, used or not. */
    long capacity() {
        return capacity(chunks) + capacity(spare);
    }

    private static long capacity(List<ByteWriter> chunks) {
        long capacity = 0;
        for (ByteWriter chunk : chunks) {
            capacity += chunk.array().length;
        }
        return capacity;
    }

    /** Whole frames each, one after the other. */
    List<ByteWriter> chunks() {
        return chunks;
    }

    /** Makes room for one frame, so that adding it allocates nothing. */
    void reserve(int length) {
        if (room() < length) {
            chunks.add(newChunk(length));
        }
    }

    private ByteWriter newChunk(int length) {
        boolean hasSpare = length <= CHUNK && !spare.isEmpty();
        return hasSpare ? spare.remove(spare.size() - 1) : new ByteWriter(Math.max(CHUNK, length));
    }

    private int room() {
        ByteWriter last = last();
        return last.array().length - last.size();
    }

    private ByteWriter last() {
        return chunks.get(chunks.size() - 1);
    }

    void add(ByteWriter frame) {
        reserve(frame.size());
        last().writeBytes(frame.array(), 0, frame.size());
        size += frame.size();
    }

    /** Takes the frames of another buffer, which is empty then. It takes all of them or, if it throws, none. */
    void takeAll(FrameBuffer other) {
        if (other.size <= room()) {
            for (ByteWriter chunk : other.chunks) {
                last().writeBytes(chunk.array(), 0, chunk.size());
            }
            size += other.size;
            other.clear();
        } else {
            ByteWriter first = other.chunks.get(0);
            ByteWriter empty = first.size() == 0 ? first : other.newChunk(0);
            chunks.ensureCapacity(chunks.size() + other.chunks.size());
            for (ByteWriter chunk : other.chunks) {
                if (chunk.size() > 0) {
                    chunks.add(chunk);
                }
            }
            size += other.size;
            other.chunks.clear();
            other.chunks.add(empty);
            other.size = 0;
        }
    }

    /** Drops the frames. It allocates nothing. */
    void clear() {
        for (ByteWriter chunk : chunks) {
            if (chunk.array().length == CHUNK && spare.size() < MAX_SPARE) {
                chunk.clear();
                spare.add(chunk);
            }
        }
        chunks.clear();
        chunks.add(spare.remove(spare.size() - 1));
        size = 0;
    }
}
