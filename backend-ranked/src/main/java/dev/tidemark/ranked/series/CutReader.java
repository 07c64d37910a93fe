package dev.tidemark.ranked.series;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.RecordSource;
import java.io.IOException;

/** Reads what a {@link CutWriter} wrote, piece by piece. */
final class CutReader {

    private final RecordSource source;
    private ByteReader record;

    CutReader(RecordSource source) throws IOException {
        this.source = source;
        this.record = source.next();
    }

    ByteReader piece() throws IOException {
        if (!record.hasMore()) {
            record = source.next();
        }
        return record;
    }
}
