package dev.tidemark.ranked.snapshot;

import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranked.bytes.RecordSink;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.disk.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BooleanSupplier;

/**
 * Writes a snapshot: for each series and table a record with its kind, its name and the sequence of the last command that
 * is in it, then records of its own; at the end a record of the kind {@link Kind#END}.
 *
 * <p>Each is as it was at a moment of its own. Replay brings them to the same one, because each leaves out the commands that
 * are in it already.
 */
public final class SnapshotWriter implements RecordSink, AutoCloseable {

    private final DataFolder folder;
    private final Path file;
    private final Path temporary;
    private final FileChannel channel;
    private final BooleanSupplier cancelled;
    private final ByteWriter frame = new ByteWriter(COMFORTABLE * 2);
    private long records;

    /** Begins a snapshot that has all commands up to {@code sequence} in it. */
    public SnapshotWriter(DataFolder folder, long sequence, BooleanSupplier cancelled) throws IOException {
        this.folder = folder;
        this.file = folder.file(FileKind.SNAPSHOT, sequence);
        this.temporary = folder.temporary(file);
        this.cancelled = cancelled;
        this.channel = folder.disk()
                .open(
                        temporary,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
        write(FileKind.SNAPSHOT.header(sequence));
    }

    /** Begins a series or a table; the records that follow are its own. */
    public void begin(Kind kind, String name, long sequence) throws IOException {
        ByteWriter header = new ByteWriter(64);
        header.writeByte(kind.code);
        header.writeString(name);
        header.writeUnsigned(sequence);
        add(header);
    }

    @Override
    public void add(ByteWriter record) throws IOException {
        if (cancelled.getAsBoolean()) {
            throw new IOException("it was cancelled");
        }
        Frame.begin(frame);
        frame.writeBytes(record.array(), 0, record.size());
        records++;
        Frame.seal(frame, records, records - 1, Frame.checksum(frame));
        write(frame);
        record.clear();
    }

    private void write(ByteWriter bytes) throws IOException {
        ByteBuffer buffer = bytes.toBuffer();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /** Ends it and makes it durable; nothing that needs room is left to do. Returns its size. */
    public long complete() throws IOException {
        ByteWriter end = new ByteWriter(1);
        end.writeByte(Kind.END.code);
        add(end);
        channel.force(true);
        return channel.size();
    }

    /** Gives a snapshot that is complete its name: from now on it counts. */
    public void publish() throws IOException {
        folder.rename(temporary, file);
        folder.disk().sync(folder.root());
    }

    /** A snapshot that was not published is gone. */
    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(temporary);
    }
}
