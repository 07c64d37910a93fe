package dev.tidemark.ranked.table;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranked.bytes.RecordSink;
import dev.tidemark.ranked.bytes.RecordSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/** Records in memory: what goes in comes out. */
final class Records implements RecordSink, RecordSource {

    private final Queue<byte[]> records = new ArrayDeque<>();
    private final boolean hasRoom;

    Records() {
        this(true);
    }

    /** @param hasRoom whether there is memory for what can be done without */
    Records(boolean hasRoom) {
        this.hasRoom = hasRoom;
    }

    @Override
    public void add(ByteWriter record) {
        records.add(Arrays.copyOf(record.array(), record.size()));
        record.clear();
    }

    @Override
    public ByteReader next() {
        byte[] record = records.remove();
        return new ByteReader(record, 0, record.length);
    }

    @Override
    public boolean hasRoom(long bytes) {
        return hasRoom;
    }

    @Override
    public String share(String name) {
        return name;
    }

    @Override
    public void require(long bytes) {}

    int size() {
        return records.size();
    }
}
