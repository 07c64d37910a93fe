package dev.tidemark.redis.series;

import dev.tidemark.redis.client.Server;
import dev.tidemark.spi.BackendException;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call of the insert script came to.
 *
 * @param overflow whose count would leave 64 bits; then nothing was changed
 * @param count the count that was asked for, or 0
 * @param fresh what has a new key, and is not listed yet
 */
record InsertOutcome(InsertCall call, @Nullable ListEntry overflow, long count, List<ListEntry> fresh) {

    static InsertOutcome of(InsertCall call, Server.Answer answer) {
        Response reply = answer.value();
        if (reply == null) {
            throw new BackendException("Redis answered nothing to a script", null);
        }
        if (reply.size() == 1) {
            return new InsertOutcome(call, call.entry(reply.get(0).toLong()), 0, List.of());
        }
        List<ListEntry> fresh = new ArrayList<>(0);
        for (int i = 2; i < reply.size(); i++) {
            fresh.add(call.entry(reply.get(i).toLong()));
        }
        String count = reply.get(1).toString();
        return new InsertOutcome(call, null, count.isEmpty() ? 0 : Long.parseLong(count), fresh);
    }
}
