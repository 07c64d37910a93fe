package dev.tidemark.mongo;

import io.quarkus.arc.InjectableInstance;
import io.quarkus.arc.Unremovable;
import io.quarkus.mongodb.reactive.ReactiveMongoClient;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/**
 * Quarkus makes a MongoDB client only if something injects one. This does, without one having to be configured; the provider is
 * given it through its context, if MongoDB is the active backend.
 */
@Singleton
@Unremovable
class RequestedClient {

    @Inject
    @SuppressWarnings("UnusedVariable") // That it is asked for is all that matters.
    RequestedClient(InjectableInstance<ReactiveMongoClient> client) {}
}
