package dev.tidemark.service.rest;

import dev.tidemark.service.json.Bodies;
import dev.tidemark.service.json.PlainIncrements;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Reads the JSON objects of requests, each on the thread that is right for its size. */
@Singleton
class JsonBodies {

    private final LargeBodies bodies;
    private final Bodies json;

    JsonBodies(LargeBodies bodies, Bodies json) {
        this.bodies = bodies;
        this.json = json;
    }

    /** Reads the body into a record, and has {@code work} done with it on the same thread. */
    <R, T> CompletionStage<T> read(byte[] body, Class<R> type, Function<R, CompletionStage<T>> work) {
        return bodies.read(body, bytes -> work.apply(json.read(bytes, type)));
    }

    /** As {@link #read}; what is written plainly takes a shorter way. */
    <T> CompletionStage<T> readIncrements(
            byte[] body,
            Function<PlainIncrements, CompletionStage<T>> plainly,
            Function<Requests.IncrementsRequest, CompletionStage<T>> otherwise) {
        return bodies.read(body, bytes -> {
            PlainIncrements plain = json.readPlainIncrements(bytes);
            return plain == null
                    ? otherwise.apply(json.read(bytes, Requests.IncrementsRequest.class))
                    : plainly.apply(plain);
        });
    }
}
