package dev.tidemark.ranked.snapshot;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.disk.DamagedFileException;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.disk.FrameReader;
import java.io.IOException;
import java.nio.file.Path;

/** Checks the records of a snapshot without restoring anything from it. */
public final class SnapshotCheck {

    private SnapshotCheck() {}

    /**
     * Requires that all records are there, each as it was written.
     *
     * @throws DamagedFileException if not
     */
    public static void require(Path file) throws IOException {
        try (FrameReader reader = new FrameReader(FileKind.SNAPSHOT, file)) {
            boolean ended = false;
            for (long expected = 1; reader.next(); expected++) {
                if (reader.sequence() != expected) {
                    throw new DamagedFileException(file, reader.offset(), "record " + expected + " is not there");
                }
                ByteReader body = reader.body();
                ended = body.readByte() == Kind.END.code && !body.hasMore();
            }
            if (!ended) {
                throw new DamagedFileException(file, reader.offset(), "its end is missing");
            }
        }
    }
}
