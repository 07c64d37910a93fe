package dev.tidemark.service.problem;

import dev.tidemark.service.config.Settings;
import jakarta.inject.Singleton;

/** How large a body may be. */
@Singleton
public class BodyLimit {

    private final long limit;

    BodyLimit(Settings settings) {
        this.limit = settings.limits().body().asLongValue();
    }

    /** Answers a body whose length may not have been told ahead, if it is not too large. */
    public byte[] require(byte[] body) {
        if (!allows(body.length)) {
            throw new TooLarge(detail());
        }
        return body;
    }

    /** Whether a body of that many bytes is taken. */
    public boolean allows(long length) {
        return length <= limit;
    }

    /** Says what the limit is, and what to do. */
    public String detail() {
        return "a body may be at most " + limit + " bytes (tidemark.limits.body): send it in parts";
    }
}
