package dev.tidemark.ranked.series;

import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranked.bytes.RecordSink;
import java.io.IOException;

/**
 * Gathers pieces into records of a comfortable size. A piece is never torn: it is what {@link CutReader#piece} must be
 * called for on the other side, no more often and no less.
 */
final class CutWriter {

    private final RecordSink sink;
    private final ByteWriter record = new ByteWriter(512);

    CutWriter(RecordSink sink) {
        this.sink = sink;
    }

    /** Where the next piece goes, which is at least a byte. */
    ByteWriter piece() throws IOException {
        if (record.size() >= RecordSink.COMFORTABLE) {
            sink.add(record);
        }
        return record;
    }

    void finish() throws IOException {
        if (record.size() > 0) {
            sink.add(record);
        }
    }
}
