package dev.tidemark.ranked.series;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranked.bytes.RecordSink;
import dev.tidemark.ranked.bytes.RecordSource;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.timeseries.Granularity;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/** A file of records in memory. */
final class Records implements RecordSink, RecordSource {

    private final Queue<byte[]> records = new ArrayDeque<>();

    static Records of(Series.Cut cut) throws IOException {
        Records records = new Records();
        cut.writeTo(records);
        return records;
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
        return true;
    }

    @Override
    public String share(String name) {
        return name;
    }

    @Override
    public void require(long bytes) {}

    /** Reads a series, and makes sure that all of it was read. */
    Series read(List<Granularity> granularities, BackendConfig config) throws IOException {
        Series series = Series.read("s", granularities, config, this);
        if (!records.isEmpty()) {
            throw new AssertionError(records.size() + " records were not read");
        }
        return series;
    }

    List<Integer> sizes() {
        return records.stream().map(record -> record.length).toList();
    }
}
