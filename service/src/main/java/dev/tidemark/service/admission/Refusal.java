package dev.tidemark.service.admission;

import dev.tidemark.service.problem.Problem;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;

/**
 * Why a request is turned away, as a problem, and what its headers have to say.
 *
 * @param retry whether the same request is worth another try soon
 * @param close whether the connection ends with it
 */
record Refusal(Problem problem, boolean retry, boolean close) {

    /** Load sheds at once, so a second is long enough for whatever ran to have ended. */
    private static final String SECONDS_TO_RETRY = "1";

    static Refusal tooLarge(long limit) {
        return new Refusal(
                Problem.of(
                        413,
                        "Too large",
                        "a body may be at most " + limit + " bytes (tidemark.limits.body): send it in parts"),
                false,
                true);
    }

    static Refusal tooSlow(Duration limit) {
        return new Refusal(
                Problem.of(
                        408,
                        "Request timeout",
                        "the body did not arrive within " + limit.toMillis()
                                + " ms (tidemark.limits.body-time); nothing was stored"),
                false,
                true);
    }

    static Refusal noContentType() {
        return new Refusal(ContentTypeRule.missing(), false, false);
    }

    static Refusal tooMany(long limit) {
        return overloaded("there are " + limit + " requests at once (tidemark.limits.in-flight)");
    }

    static Refusal noMemory(long limit) {
        return overloaded("the bodies of the requests in progress take up all of " + limit
                + " bytes (tidemark.limits.body-memory)");
    }

    static Refusal noMemoryForWork(long limit) {
        return overloaded("the requests in progress may need all of " + limit + " bytes (tidemark.limits.body-memory)");
    }

    private static Refusal overloaded(String what) {
        return new Refusal(Problem.of(503, "Overloaded", what + "; nothing was stored, try again"), true, false);
    }

    void addHeaders(HttpServerResponse response) {
        if (retry) {
            response.putHeader(HttpHeaders.RETRY_AFTER, SECONDS_TO_RETRY);
        }
        // HTTP/2, whose responses have a stream, does not allow that header.
        if (close && response.streamId() < 0) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
    }
}
