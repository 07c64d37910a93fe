package dev.tidemark.redis.series;

import dev.tidemark.redis.client.Script;
import dev.tidemark.redis.client.ScriptCall;
import dev.tidemark.redis.client.Server;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One call of the insert script; {@code insert.lua} tells the form. */
final class InsertCall {

    private static final int TAKE_BACK = -1;

    private final ScriptCall call;
    private final List<ListEntry> entries = new ArrayList<>();
    private int changes;

    /**
     * Begins a call.
     *
     * @param wanted the number of the key whose count is to be answered, 0 for none
     * @param listing whether the script is to list what is new, which it can do where all keys are on one server
     */
    InsertCall(Script script, int wanted, boolean listing) {
        call = script.call().arg(wanted).arg(listing ? 1 : 0);
        if (listing) {
            call.key(SeriesList.KEY);
        }
    }

    void begin(ListEntry entry) {
        entries.add(entry);
        arg(entry.text());
    }

    void end() {
        arg("");
    }

    void key(KeyClass type, String key, int changes) {
        call.key(key);
        this.changes += changes;
        if (changes == 1) {
            arg(type.name());
        } else {
            arg(type.severalName());
            arg(changes);
        }
    }

    void alsoKey(String key) {
        call.key(key);
    }

    void arg(String arg) {
        call.arg(arg);
    }

    void arg(long arg) {
        call.arg(arg);
    }

    int changes() {
        return changes;
    }

    /** The entry that the script calls by this number. */
    ListEntry entry(long number) {
        return entries.get((int) number - 1);
    }

    /** The entries whose numbers the script answered. */
    Set<ListEntry> entries(Server.Answer answer) {
        Set<ListEntry> found = new HashSet<>();
        Response numbers = answer.value();
        if (numbers != null) {
            numbers.forEach(number -> found.add(entry(number.toLong())));
        }
        return found;
    }

    ScriptCall call() {
        return call;
    }

    /** The call that takes back the counts which this one added; only counts can be taken back. */
    ScriptCall opposite() {
        return call.withFirstArg(TAKE_BACK);
    }
}
