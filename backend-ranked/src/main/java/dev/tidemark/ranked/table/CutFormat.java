package dev.tidemark.ranked.table;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranked.bytes.RecordSink;
import dev.tidemark.ranked.bytes.RecordSource;
import java.io.IOException;

/**
 * A {@link Table.Cut} as records:
 *
 * <pre>
 *   one record     retention, lastWrite, lastUndone, number of members, number of undos
 *   records of     id, name, score        of each member, ids ascending
 *   records of     deadline, id, amount   of each undo that is pending and not cancelled
 * </pre>
 *
 * <p>The name of the table is not part of it.
 */
final class CutFormat {

    private CutFormat() {}

    static void write(Table.Cut cut, RecordSink sink) throws IOException {
        ByteWriter record = new ByteWriter(RecordSink.COMFORTABLE + 1024);
        record.writeUnsigned(cut.retention());
        record.writeSigned(cut.lastWrite());
        record.writeSigned(cut.lastUndone());
        record.writeUnsigned(cut.roster().size());
        record.writeUnsigned(countLive(cut));
        sink.add(record);
        cut.roster().forEach((id, name, score) -> {
            record.writeUnsigned(id);
            record.writeString(name);
            record.writeSigned(score);
            addIfLarge(record, sink);
        });
        addIfAny(record, sink);
        cut.expiries().forEach((deadline, id, generation, amount) -> {
            if (cut.roster().isCurrent(id, generation)) {
                record.writeSigned(deadline);
                record.writeUnsigned(id);
                record.writeSigned(amount);
                addIfLarge(record, sink);
            }
        });
        addIfAny(record, sink);
    }

    private static int countLive(Table.Cut cut) {
        int[] live = {0};
        cut.expiries().forEach((deadline, id, generation, amount) -> {
            if (cut.roster().isCurrent(id, generation)) {
                live[0]++;
            }
        });
        return live[0];
    }

    private static void addIfLarge(ByteWriter record, RecordSink sink) throws IOException {
        if (record.size() >= RecordSink.COMFORTABLE) {
            sink.add(record);
        }
    }

    private static void addIfAny(ByteWriter record, RecordSink sink) throws IOException {
        if (record.size() > 0) {
            sink.add(record);
        }
    }

    static Table read(String name, RecordSource source) throws IOException {
        ByteReader header = source.next();
        long retention = header.readUnsigned();
        long lastWrite = header.readSigned();
        long lastUndone = header.readSigned();
        int size = header.readCount();
        int pending = header.readCount();
        Members members = readMembers(size, source);
        Expiries expiries = readExpiries(pending, members, source);
        return new Table(name, members, expiries, retention, lastWrite, lastUndone);
    }

    private static Members readMembers(int size, RecordSource source) throws IOException {
        Members.Loading loading = new Members.Loading(size);
        while (loading.left() > 0) {
            for (ByteReader record = source.next(); record.hasMore(); ) {
                loading.add(record.readCount(), source.share(record.readString()), record.readSigned());
            }
        }
        return loading.end(source);
    }

    private static Expiries readExpiries(int pending, Members members, RecordSource source) throws IOException {
        Expiries expiries = new Expiries();
        while (expiries.size() < pending) {
            for (ByteReader record = source.next(); record.hasMore(); ) {
                long deadline = record.readSigned();
                int id = record.readCount();
                expiries.add(deadline, id, members.generation(id), record.readSigned());
            }
        }
        return expiries;
    }
}
