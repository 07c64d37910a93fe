package dev.tidemark.redis.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.Names;
import dev.tidemark.Page;
import dev.tidemark.redis.client.Server;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.SeriesInfo;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The names of all series with what they have, a sorted set whose scores are all 0, which Redis keeps in order of bytes:
 *
 * <pre>
 *   tidemark:series    purchases:item1\0c, purchases:item1\0v, temperature\0s
 * </pre>
 *
 * <p>A series enters the list with its first key and with every later one that is new, each group of buckets for instance. On
 * a single server that is part of the same script; on a cluster, where the list is on one node and the series on any, it follows
 * right after. Should the service die between the two, the series is listed with its next new key.
 */
final class SeriesList {

    static final String KEY = "tidemark:series";

    /** Sorts behind the separator of a list entry, and before whatever a name may go on with. */
    private static final char BEHIND_ENTRIES = '\u0001';

    private final Server server;

    SeriesList(Server server) {
        this.server = server;
    }

    CompletionStage<@Nullable Void> add(List<ListEntry> entries) {
        if (entries.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Request add = Request.cmd(Command.ZADD).arg(KEY);
        entries.forEach(entry -> add.arg(0).arg(entry.text()));
        return server.send(add).thenApply(added -> null);
    }

    /** Answers whether it was listed. */
    CompletionStage<Boolean> remove(String series) {
        Request remove = Request.cmd(Command.ZREM).arg(KEY);
        Arrays.stream(Event.Kind.values()).forEach(kind -> remove.arg(new ListEntry(series, kind).text()));
        return server.send(remove).thenApply(removed -> removed != null && removed.toLong() > 0);
    }

    CompletionStage<Page<SeriesInfo>> page(String prefix, String after, int limit) {
        // Entries of as many names as asked for, and one more to tell whether there are more.
        long entries = ((long) limit + 1) * Event.Kind.values().length;
        boolean fromAfter = !after.isEmpty() && Names.UTF8_ORDER.compare(after, prefix) >= 0;
        Request range = Request.cmd(Command.ZRANGE)
                .arg(KEY)
                .arg(fromAfter ? "(" + after + BEHIND_ENTRIES : "[" + prefix)
                .arg(end(prefix))
                .arg("BYLEX")
                .arg("LIMIT")
                .arg(0)
                .arg(entries);
        return server.send(range).thenApply(found -> page(found, limit));
    }

    /** Behind everything that begins with the prefix: no UTF-8 text has the byte 0xFF. */
    private static byte[] end(String prefix) {
        byte[] bytes = ("(" + prefix).getBytes(UTF_8);
        byte[] end = Arrays.copyOf(bytes, bytes.length + 1);
        end[bytes.length] = (byte) 0xFF;
        return end;
    }

    private static Page<SeriesInfo> page(@Nullable Response found, int limit) {
        Map<String, Set<Event.Kind>> kinds = new LinkedHashMap<>();
        if (found != null) {
            for (Response text : found) {
                ListEntry entry = ListEntry.parse(text.toString());
                kinds.computeIfAbsent(entry.series(), name -> EnumSet.noneOf(Event.Kind.class))
                        .add(entry.kind());
            }
        }
        List<SeriesInfo> all = new ArrayList<>();
        kinds.forEach((name, has) -> all.add(new SeriesInfo(name, has)));
        return all.size() <= limit
                ? new Page<>(all, null)
                : new Page<>(all.subList(0, limit), all.get(limit - 1).name());
    }
}
