package dev.tidemark.redis;

import io.quarkus.arc.InjectableInstance;
import io.quarkus.arc.Unremovable;
import io.vertx.redis.client.Redis;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/**
 * Quarkus makes a Redis client only if something injects one. This does, without one having to be configured; the provider
 * is given it through its context, if Redis is the active backend.
 */
@Singleton
@Unremovable
class RequestedClient {

    @Inject
    @SuppressWarnings("UnusedVariable") // That it is asked for is all that matters.
    RequestedClient(InjectableInstance<Redis> client) {}
}
