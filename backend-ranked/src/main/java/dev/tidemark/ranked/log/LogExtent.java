package dev.tidemark.ranked.log;

import dev.tidemark.ranked.disk.DamagedFileException;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.disk.FrameReader;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The whole commands at the beginning of a copied log file. Behind them there may be a write that had just begun when the
 * file was copied, zeros, or damage: whoever knows up to which command the file must be whole can tell these apart.
 *
 * @param lastSequence the last whole command, or the one before the file's first if there is none
 * @param end where the last whole command ends
 * @param endOfMark where the mark ends that tells that another file follows; the same as {@code end} if there is none
 */
public record LogExtent(long lastSequence, long end, long endOfMark) {

    /** Reads a file whose first command has the sequence {@code first}, and checks it command by command. */
    public static LogExtent of(Path file, long first) throws IOException {
        long expected = first;
        try (FrameReader reader = new FrameReader(FileKind.LOG, file)) {
            long end = reader.nextOffset();
            while (hasNext(reader) && reader.sequence() == expected) {
                if (reader.body().peekByte() == LogSegment.CONTINUED) {
                    return new LogExtent(expected - 1, end, reader.nextOffset());
                }
                end = reader.nextOffset();
                expected++;
            }
            return new LogExtent(expected - 1, end, end);
        }
    }

    private static boolean hasNext(FrameReader reader) throws IOException {
        try {
            return reader.next();
        } catch (DamagedFileException e) {
            return false;
        }
    }
}
