package dev.tidemark.ranked.series;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@value #SMALL} members by their 64-bit hashes, so that small sets are exact and cheap; beyond that an UltraLogLog
 * of 16 KiB with a standard error of 0.6 % (O. Ertl, "UltraLogLog: a practical and more space-efficient alternative to
 * HyperLogLog", 2023).
 */
final class SketchedMembers implements Members {

    private static final int SMALL = 512;
    private static final int PRECISION = 14;
    private static final Hasher64 HASHER = Hashing.komihash5_0();

    private long[] hashes = new long[4];
    private int size;
    private @Nullable UltraLogLog sketch;

    @Override
    public void add(String member) {
        add(HASHER.hashCharsToLong(member));
    }

    @Override
    public void addAll(Members members) {
        SketchedMembers other = (SketchedMembers) members;
        if (other.sketch != null) {
            sketched().add(other.sketch);
        }
        for (int i = 0; i < other.size; i++) {
            add(other.hashes[i]);
        }
    }

    @Override
    public long size() {
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
}
