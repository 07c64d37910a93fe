package dev.tidemark.ranked.bytes;

import java.io.IOException;

/** Gives the records back that a {@link RecordSink} took, in their order. */
public interface RecordSource {

    /** The next record; whoever reads knows that there is one. */
    ByteReader next() throws IOException;
}
