package dev.tidemark.redis.series;

import io.vertx.redis.client.Response;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Answers that come in more than one form. */
final class Replies {

    private Replies() {}

    /** A number, or 0 for what is not there. */
    static long number(@Nullable Response reply) {
        return reply == null ? 0 : reply.toLong();
    }

    /** Goes through the fields and values of a hash, which newer versions of the protocol send as a map. */
    static void eachPair(Response hash, BiConsumer<String, Response> action) {
        if (hash.isMap()) {
            hash.getKeys().forEach(field -> action.accept(field, hash.get(field)));
            return;
        }
        for (int i = 0; i + 1 < hash.size(); i += 2) {
            action.accept(hash.get(i).toString(), hash.get(i + 1));
        }
    }
}
