package dev.tidemark.ranked.bytes;

import java.io.IOException;

/** Gives the records back that a {@link RecordSink} took, in their order. */
public interface RecordSource {

    /** The next record; whoever reads knows that there is one. */
    ByteReader next() throws IOException;

    /** Whether there is memory for what is read to take so many bytes for a while, if it can do without. */
    boolean hasRoom(long bytes);

    /** A name that was read, or one that is equal and was read before. */
    String share(String name);

    /** Makes sure that there is memory for what is read to take so many bytes. */
    void require(long bytes);
}
