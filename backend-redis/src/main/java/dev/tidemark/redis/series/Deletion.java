package dev.tidemark.redis.series;

import dev.tidemark.redis.Keys;
import dev.tidemark.redis.client.Script;
import dev.tidemark.redis.client.Server;
import dev.tidemark.spi.BackendException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Deletes all keys of a series. There is no list of them, so all keys of the server that the series is on are looked through, a
 * thousand at a time; others are served in between.
 *
 * <p>The series leaves the list before its keys go: whoever writes to it meanwhile makes a new key sooner or later, and lists it
 * again.
 */
final class Deletion {

    private static final Script STEP = Script.of("delete-series.lua");

    private final Server server;
    private final SeriesList list;

    Deletion(Server server, SeriesList list) {
        this.server = server;
        this.list = list;
    }

    /** Answers whether there was anything. */
    CompletionStage<Boolean> delete(String series) {
        String prefix = Keys.series(series);
        return list.remove(series)
                .thenCompose(listed -> step(prefix, "0", 0).thenApply(deleted -> listed || deleted > 0));
    }

    private CompletionStage<Long> step(String prefix, String cursor, long deleted) {
        return server.run(STEP.call().key(prefix).arg(cursor).arg(pattern(prefix) + "*"))
                .thenCompose(answer -> {
                    if (answer == null) {
                        throw new BackendException("Redis answered nothing to a script", null);
                    }
                    String next = answer.get(0).toString();
                    long sum = deleted + answer.get(1).toLong();
                    return next.equals("0") ? CompletableFuture.completedFuture(sum) : step(prefix, next, sum);
                });
    }

    /** The text as a pattern that only it matches. */
    private static String pattern(String text) {
        return text.replaceAll("[\\\\*?\\[\\]^-]", "\\\\$0");
    }
}
