package dev.tidemark.service.admission;

import dev.tidemark.service.config.Settings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

/**
 * How much the service has to do at once, and how much it may have.
 *
 * <p>Metrics: {@code tidemark.requests.in.flight}, {@code tidemark.requests.body} and {@code tidemark.requests.work} are what is in
 * progress now: requests, the bytes of their bodies, and the bytes that they may need besides. {@code tidemark.requests.shed}
 * counts the requests, and connections, that were turned away, by reason. {@code tidemark.responses.unread} is what waits for clients to read it, {@code
 * tidemark.responses.cut.off} counts the connections that were closed because it was too much.
 */
@Singleton
class Load {

    /**
     * A connection can hold that much memory outside the heap, of which there is as much, before anything of its request is
     * known: half of it for an unfinished head.
     */
    private static final long CONNECTION_BYTES = 64 * 1024;

    private final Quota connections;
    private final Quota requests;
    private final Quota bodyBytes;
    private final Quota workBytes;
    private final UnreadBytes unreadBytes;
    private final Counter tooManyConnections;
    private final Shedding tooManyRequests;
    private final Shedding tooManyBytes;
    private final Shedding tooMuchWork;
    private final Shedding tooSlow;

    /** A reason to turn requests away, and how many were. */
    private record Shedding(Refusal refusal, Counter counter) {
        Refusal refuse() {
            counter.increment();
            return refusal;
        }
    }

    Load(Settings settings, MeterRegistry registry) {
        connections = new Quota(Runtime.getRuntime().maxMemory() / CONNECTION_BYTES);
        requests = new Quota(settings.limits().inFlight());
        bodyBytes = new Quota(settings.bodyMemory());
        workBytes = new Quota(settings.bodyMemory());
        unreadBytes = new UnreadBytes(settings.bodyMemory(), registry.counter("tidemark.responses.cut.off")::increment);
        tooManyConnections = shed(registry, "connections");
        tooManyRequests = new Shedding(Refusal.tooMany(requests.limit()), shed(registry, "in-flight"));
        tooManyBytes = new Shedding(Refusal.noMemory(bodyBytes.limit()), shed(registry, "body-memory"));
        tooMuchWork = new Shedding(Refusal.noMemoryForWork(workBytes.limit()), shed(registry, "work-memory"));
        tooSlow = new Shedding(Refusal.tooSlow(settings.bodyTime()), shed(registry, "body-time"));
        Gauge.builder("tidemark.requests.in.flight", requests, Quota::used).register(registry);
        Gauge.builder("tidemark.requests.body", bodyBytes, Quota::used)
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("tidemark.requests.work", workBytes, Quota::used)
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("tidemark.responses.unread", unreadBytes, UnreadBytes::total)
                .baseUnit("bytes")
                .register(registry);
    }

    private static Counter shed(MeterRegistry registry, String reason) {
        return registry.counter("tidemark.requests.shed", "reason", reason);
    }

    /** Connections at once, beside {@code quarkus.http.limits.max-connections}: that one knows nothing of memory. */
    Quota connections() {
        return connections;
    }

    void tooManyConnections() {
        tooManyConnections.increment();
    }

    Quota requests() {
        return requests;
    }

    Quota bodyBytes() {
        return bodyBytes;
    }

    Quota workBytes() {
        return workBytes;
    }

    UnreadBytes unreadBytes() {
        return unreadBytes;
    }

    Refusal tooManyRequests() {
        return tooManyRequests.refuse();
    }

    Refusal tooManyBytes() {
        return tooManyBytes.refuse();
    }

    Refusal tooMuchWork() {
        return tooMuchWork.refuse();
    }

    Refusal tooSlow() {
        return tooSlow.refuse();
    }
}
