package dev.tidemark.ranked.snapshot;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.RecordSource;
import dev.tidemark.ranked.disk.DamagedFileException;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.disk.FrameReader;
import dev.tidemark.ranked.disk.Progress;
import java.io.IOException;
import java.nio.file.Path;

/** Reads a snapshot. */
public final class SnapshotReader {

    /** Makes a series or a table of the records that the source gives, and takes no more of them than are its own. */
    public interface Target {
        void restore(Kind kind, String name, long sequence, RecordSource records) throws IOException;
    }

    private SnapshotReader() {}

    /**
     * Hands everything in a snapshot to {@code target}.
     *
     * @throws DamagedFileException if it is not as it was written
     */
    public static void read(Path file, Progress progress, Target target) throws IOException {
        try (FrameReader frames = new FrameReader(FileKind.SNAPSHOT, file, progress::require)) {
            RecordSource records = new Records(file, frames, progress);
            while (true) {
                ByteReader header = records.next();
                Kind kind = Kind.of(header.readByte());
                if (kind == Kind.END) {
                    progress.done();
                    return;
                }
                target.restore(kind, header.readString(), header.readUnsigned(), records);
            }
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw new DamagedFileException(file, 0, "it cannot be understood (" + e.getMessage() + ")");
        }
    }

    private record Records(Path file, FrameReader frames, Progress progress) implements RecordSource {

        @Override
        public ByteReader next() throws IOException {
            progress.reached(frames.nextOffset());
            long expected = frames.sequence() + 1;
            if (!frames.next()) {
                throw new DamagedFileException(file, frames.offset(), "its end is missing");
            } else if (frames.sequence() != expected) {
                throw new DamagedFileException(
                        file,
                        frames.offset(),
                        "record " + expected + " is expected, but " + frames.sequence() + " is there");
            }
            return frames.body();
        }

        @Override
        public boolean hasRoom(long bytes) {
            return progress.hasRoom(bytes);
        }

        @Override
        public String share(String name) {
            return progress.share(name);
        }

        @Override
        public void require(long bytes) {
            progress.require(bytes);
        }
    }
}
