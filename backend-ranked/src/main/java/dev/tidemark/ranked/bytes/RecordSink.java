package dev.tidemark.ranked.bytes;

import java.io.IOException;

/** Takes records, one after the other. A record is best some ten to some hundred kilobytes large. */
public interface RecordSink {

    /** About this large a record should be when it is added: large enough to be cheap, small enough to stay in a cache. */
    int COMFORTABLE = 64 * 1024;

    /** Takes what is in {@code record}, and clears it for the next. */
    void add(ByteWriter record) throws IOException;
}
