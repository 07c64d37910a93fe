package dev.tidemark.redis.series;

import dev.tidemark.redis.client.Script;
import dev.tidemark.timeseries.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes written into calls of the insert script. A call takes up to about {@value #CHANGES_A_CALL} changes, so that none holds
 * up the server's other users for more than a few milliseconds; on a cluster it takes one series, whose keys are together.
 */
final class InsertCalls {

    static final int CHANGES_A_CALL = 1_000;

    private final Script script;
    private final boolean cluster;
    private final int wanted;
    private final boolean listing;
    private final List<InsertCall> calls = new ArrayList<>();
    private @Nullable InsertCall current;
    private @Nullable ListEntry entry;

    private InsertCalls(Script script, boolean cluster, int wanted, boolean listing) {
        this.script = script;
        this.cluster = cluster;
        this.wanted = wanted;
        this.listing = listing;
    }

    /** Calls that leave it to the caller to list what is new. */
    static InsertCalls of(Script script, boolean cluster) {
        return new InsertCalls(script, cluster, 0, false);
    }

    /** What is known to fit into one call, which lists what is new where it can. */
    static InsertCalls single(Script script, boolean cluster, int wanted) {
        return new InsertCalls(script, cluster, wanted, !cluster);
    }

    List<InsertCall> all() {
        return calls;
    }

    void begin(String series, Event.Kind kind) {
        boolean elsewhere = cluster && entry != null && !entry.series().equals(series);
        entry = new ListEntry(series, kind);
        if (elsewhere) {
            current = null;
        }
        open().begin(entry);
    }

    void end() {
        open().end();
    }

    /** Begins the changes of a key, as many as {@code changes} tells, which follow as arguments. */
    InsertCalls key(KeyClass type, String key, int changes) {
        InsertCall call = open();
        if (call.changes() > 0 && call.changes() + changes > CHANGES_A_CALL && entry != null) {
            call.end();
            current = null;
            call = open();
            call.begin(entry);
        }
        call.key(type, key, changes);
        return this;
    }

    /** Names the further key that some operations need. */
    InsertCalls alsoKey(String key) {
        open().alsoKey(key);
        return this;
    }

    InsertCalls arg(String arg) {
        open().arg(arg);
        return this;
    }

    InsertCalls arg(long arg) {
        open().arg(arg);
        return this;
    }

    private InsertCall open() {
        InsertCall call = current;
        if (call == null) {
            call = new InsertCall(script, wanted, listing);
            calls.add(call);
            current = call;
        }
        return call;
    }
}
