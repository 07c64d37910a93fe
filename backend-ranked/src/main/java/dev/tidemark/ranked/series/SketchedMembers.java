package dev.tidemark.ranked.series;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.ByteWriter;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@value #SMALL} members by their 64-bit hashes, so that small sets are exact and cheap; beyond that an UltraLogLog
 * of 16 KiB with a standard error of 0.6 % (O. Ertl, "UltraLogLog: a practical and more space-efficient alternative to
 * HyperLogLog", 2023).
 */
final class SketchedMembers extends Members {

    static final int KIND = 1;

    private static final int SMALL = 512;
    private static final int PRECISION = 14;

    /** Without a seed, and a constant of the format on disk: sketches of different times and places can be united. */
    private static final Hasher64 HASHER = Hashing.komihash5_0();

    private long[] hashes = new long[4];
    private int size;
    private @Nullable UltraLogLog sketch;

    @Override
    void add(String member) {
        add(HASHER.hashCharsToLong(member));
    }

    void addAll(SketchedMembers other) {
        if (other.sketch != null) {
            sketched().add(other.sketch);
        }
        for (int i = 0; i < other.size; i++) {
            add(other.hashes[i]);
        }
    }

    @Override
    long size() {
        return sketch == null ? size : Math.round(sketch.getDistinctCountEstimate());
    }

    private void add(long hash) {
        if (sketch != null) {
            sketch.add(hash);
            return;
        }
        int place = Arrays.binarySearch(hashes, 0, size, hash);
        if (place >= 0) {
            return;
        }
        if (size == SMALL) {
            sketched().add(hash);
            return;
        }
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, size * 2);
        }
        int insertion = -place - 1;
        System.arraycopy(hashes, insertion, hashes, insertion + 1, size - insertion);
        hashes[insertion] = hash;
        size++;
    }

    private UltraLogLog sketched() {
        if (sketch == null) {
            sketch = UltraLogLog.create(PRECISION);
            for (int i = 0; i < size; i++) {
                sketch.add(hashes[i]);
            }
            hashes = new long[0];
            size = 0;
        }
        return sketch;
    }

    @Override
    SketchedMembers fork() {
        SketchedMembers fork = new SketchedMembers();
        fork.hashes = hashes.clone();
        fork.size = size;
        fork.sketch = sketch == null ? null : sketch.copy();
        return fork;
    }

    /** The sketch's state, of no bytes if there is none yet, and then the hashes. */
    @Override
    void write(CutWriter out) throws IOException {
        ByteWriter piece = out.piece();
        piece.writeByte(KIND);
        byte[] state = sketch == null ? new byte[0] : sketch.getState();
        piece.writeUnsigned(state.length);
        piece.writeBytes(state, 0, state.length);
        piece.writeUnsigned(size);
        for (int i = 0; i < size; i++) {
            piece.writeLong(hashes[i]);
        }
    }

    static SketchedMembers read(CutReader in) throws IOException {
        SketchedMembers members = new SketchedMembers();
        ByteReader piece = in.piece();
        byte[] state = piece.readBytes(piece.readCount());
        members.sketch = state.length == 0 ? null : UltraLogLog.wrap(state);
        members.size = piece.readCount();
        members.hashes = new long[members.sketch == null ? Math.max(4, members.size) : 0];
        for (int i = 0; i < members.size; i++) {
            members.hashes[i] = piece.readLong();
        }
        return members;
    }
}
