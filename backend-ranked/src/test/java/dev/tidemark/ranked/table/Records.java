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

    int size() {
        return records.size();
    }
}
