package dev.tidemark.ranked.log;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.TableIncrements;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Commands as bytes: a byte that tells which, the time, then what belongs to it. The numbers are part of the format of the
 * log: a new command gets a new one, and none is ever given to another.
 */
final class CommandCodec {

    private static final int INSERT_EVENTS = 1;
    private static final int DELETE_SERIES = 2;
    private static final int DROP_EXPIRED = 3;
    private static final int SET_SCORES = 4;
    private static final int INCREMENT_SCORES = 5;
    private static final int INCREMENT_SCORES_FOR_A_WHILE = 6;
    private static final int REMOVE_MEMBERS = 7;
    private static final int DROP_TABLE = 8;
    private static final int RETAIN_TABLE = 9;
    private static final int DROP_ALL_TABLES = 10;
    private static final int UNDO_INCREMENTS = 11;
    private static final int INCREMENT_TABLES = 12;

    /** Stands where a retention would, for a table whose retention stays as it is. */
    private static final long SAME_RETENTION = -1;

    /** The kind of an event is in its lowest two bits; this bit tells that its series is that of the event before. */
    private static final int SAME_SERIES = 4;

    private static final int COUNT = 0;
    private static final int VISIT = 1;
    private static final int SAMPLE = 2;

    /** What the objects of an event or a score take in memory beside their names, and about how long one is in the log. */
    private static final long ENTRY = 128;

    private static final long TYPICAL_ENTRY = 16;

    private CommandCodec() {}

    static void write(Command command, ByteWriter out) {
        if (command instanceof Command.InsertEvents insert) {
            begin(INSERT_EVENTS, command, out);
            writeEvents(insert, out);
        } else if (command instanceof Command.IncrementScores increment) {
            writeIncrements(increment, out);
        } else if (command instanceof Command.DeleteSeries delete) {
            begin(DELETE_SERIES, command, out).writeString(delete.series());
        } else if (command instanceof Command.DropExpired drop) {
            begin(DROP_EXPIRED, command, out).writeString(drop.series());
        } else if (command instanceof Command.SetScores set) {
            begin(SET_SCORES, command, out).writeString(set.table());
            out.writeUnsigned(set.scores().size());
            set.scores().forEach((member, score) -> {
                out.writeString(member);
                out.writeSigned(score);
            });
        } else if (command instanceof Command.RemoveMembers remove) {
            begin(REMOVE_MEMBERS, command, out).writeString(remove.table());
            out.writeUnsigned(remove.members().size());
            remove.members().forEach(out::writeString);
        } else if (command instanceof Command.DropTable drop) {
            begin(DROP_TABLE, command, out).writeString(drop.table());
        } else if (command instanceof Command.RetainTable retain) {
            begin(RETAIN_TABLE, command, out).writeString(retain.table());
            out.writeSigned(retain.afterLastWrite().toMillis());
        } else if (command instanceof Command.DropAllTables) {
            begin(DROP_ALL_TABLES, command, out);
        } else if (command instanceof Command.UndoIncrements undo) {
            begin(UNDO_INCREMENTS, command, out).writeString(undo.table());
        } else if (command instanceof Command.IncrementTables increments) {
            begin(INCREMENT_TABLES, command, out)
                    .writeUnsigned(increments.changes().size());
            increments.changes().forEach(change -> writeChange(change, out));
        }
    }

    private static ByteWriter begin(int which, Command command, ByteWriter out) {
        out.writeByte(which);
        out.writeSigned(command.at());
        return out;
    }

    static Command read(ByteReader in) {
        int which = in.readByte();
        long at = in.readSigned();
        return switch (which) {
            case INSERT_EVENTS -> new Command.InsertEvents(at, readEvents(at, in));
            case DELETE_SERIES -> new Command.DeleteSeries(at, in.readString());
            case DROP_EXPIRED -> new Command.DropExpired(at, in.readString());
            case SET_SCORES -> new Command.SetScores(at, in.readString(), readScores(in));
            case INCREMENT_SCORES ->
                new Command.IncrementScores(at, in.readString(), readIncrements(in, UnaryOperator.identity()), null);
            case INCREMENT_SCORES_FOR_A_WHILE -> {
                long deadline = at + in.readSigned();
                yield new Command.IncrementScores(
                        at, in.readString(), readIncrements(in, UnaryOperator.identity()), deadline);
            }
            case REMOVE_MEMBERS -> new Command.RemoveMembers(at, in.readString(), readMembers(in));
            case DROP_TABLE -> new Command.DropTable(at, in.readString());
            case RETAIN_TABLE -> new Command.RetainTable(at, in.readString(), Duration.ofMillis(in.readSigned()));
            case DROP_ALL_TABLES -> new Command.DropAllTables(at);
            case UNDO_INCREMENTS -> new Command.UndoIncrements(at, in.readString());
            case INCREMENT_TABLES -> new Command.IncrementTables(at, readChanges(in));
            default -> throw new IllegalStateException("there is no command " + which);
        };
    }

    /** About how much memory a command of {@code length} bytes takes when it is read. */
    static long decodedSize(ByteReader in, long length) {
        int which = in.readByte();
        in.readSigned();
        if (which == INCREMENT_SCORES_FOR_A_WHILE) {
            in.readSigned();
        }
        return switch (which) {
            case INSERT_EVENTS -> length + ENTRY * in.readCount();
            case SET_SCORES, INCREMENT_SCORES, INCREMENT_SCORES_FOR_A_WHILE, REMOVE_MEMBERS -> {
                in.readString();
                yield length + ENTRY * in.readCount();
            }
            default -> length + ENTRY * (length / TYPICAL_ENTRY);
        };
    }

    private static void writeIncrements(Command.IncrementScores increment, ByteWriter out) {
        Long deadline = increment.deadline();
        if (deadline == null) {
            begin(INCREMENT_SCORES, increment, out);
        } else {
            begin(INCREMENT_SCORES_FOR_A_WHILE, increment, out).writeSigned(deadline - increment.at());
        }
        out.writeString(increment.table());
        writeIncrements(increment.increments(), out);
    }

    private static void writeIncrements(List<Increment> increments, ByteWriter out) {
        out.writeUnsigned(increments.size());
        for (Increment by : increments) {
            out.writeString(by.member());
            out.writeSigned(by.by());
        }
    }

    private static void writeChange(TableIncrements change, ByteWriter out) {
        Duration retention = change.retention();
        out.writeString(change.table());
        out.writeSigned(retention == null ? SAME_RETENTION : retention.toMillis());
        writeIncrements(change.increments(), out);
    }

    private static List<TableIncrements> readChanges(ByteReader in) {
        int size = in.readCount();
        List<TableIncrements> changes = new ArrayList<>(size);
        // As when it was accepted: the tables of a board share the names of their members.
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < size; i++) {
            String table = in.readString();
            long retention = in.readSigned();
            changes.add(new TableIncrements(
                    table,
                    readIncrements(in, name -> names.computeIfAbsent(name, same -> same)),
                    retention == SAME_RETENTION ? null : Duration.ofMillis(retention)));
        }
        return changes;
    }

    private static void writeEvents(Command.InsertEvents insert, ByteWriter out) {
        out.writeUnsigned(insert.events().size());
        String series = "";
        for (Event event : insert.events()) {
            boolean same = event.series().equals(series);
            out.writeByte(kind(event) | (same ? SAME_SERIES : 0));
            if (!same) {
                series = event.series();
                out.writeString(series);
            }
            out.writeSigned(event.at().toEpochMilli() - insert.at());
            if (event instanceof Count count) {
                out.writeSigned(count.amount());
            } else if (event instanceof Visit visit) {
                out.writeString(visit.member());
            } else if (event instanceof Sample sample) {
                out.writeDouble(sample.value());
            }
        }
    }

    private static int kind(Event event) {
        return event instanceof Count ? COUNT : event instanceof Visit ? VISIT : SAMPLE;
    }

    private static List<Event> readEvents(long now, ByteReader in) {
        int size = in.readCount();
        List<Event> events = new ArrayList<>(size);
        String series = "";
        for (int i = 0; i < size; i++) {
            int head = in.readByte();
            series = (head & SAME_SERIES) == 0 ? in.readString() : series;
            Instant at = Instant.ofEpochMilli(now + in.readSigned());
            events.add(
                    switch (head & ~SAME_SERIES) {
                        case COUNT -> new Count(series, at, in.readSigned());
                        case VISIT -> new Visit(series, at, in.readString());
                        case SAMPLE -> new Sample(series, at, in.readDouble());
                        default -> throw new IllegalStateException("there is no event " + head);
                    });
        }
        return events;
    }

    private static Map<String, Long> readScores(ByteReader in) {
        int size = in.readCount();
        Map<String, Long> scores = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            scores.put(in.readString(), in.readSigned());
        }
        return scores;
    }

    private static List<Increment> readIncrements(ByteReader in, UnaryOperator<String> shared) {
        int size = in.readCount();
        List<Increment> increments = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            increments.add(new Increment(shared.apply(in.readString()), in.readSigned()));
        }
        return increments;
    }

    private static List<String> readMembers(ByteReader in) {
        int size = in.readCount();
        List<String> members = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            members.add(in.readString());
        }
        return members;
    }
}
