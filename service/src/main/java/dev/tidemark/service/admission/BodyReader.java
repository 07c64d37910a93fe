package dev.tidemark.service.admission;

import dev.tidemark.service.config.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;

/**
 * Reads bodies within the limits, and no thread waits for one. The framework would let one of its workers wait for each body
 * above 10 KB, so that clients that stall stop all others.
 */
@ApplicationScoped // and not a singleton, because filters are made when the settings are not known yet
class BodyReader {

    private final Load load;
    private final long limit;
    private final Duration time;

    BodyReader(Load load, Settings settings) {
        this.load = load;
        this.limit = settings.limits().body().asLongValue();
        this.time = settings.bodyTime();
    }

    /** Suspends the request until its body is there; throws {@link Refused} if there is no memory for it. */
    void read(ResteasyReactiveRequestContext context) {
        new BodyReading(context, load, limit, time).begin();
    }
}
