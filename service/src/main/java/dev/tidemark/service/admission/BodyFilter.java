package dev.tidemark.service.admission;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.ext.Provider;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestFilter;

/**
 * Reads the body of a request once it is known which method takes it, so that an unknown path, a wrong method and a wrong
 * content type are answered without it.
 */
@Provider
@Priority(Priorities.ENTITY_CODER)
public class BodyFilter implements ResteasyReactiveContainerRequestFilter {

    private final BodyReader reader;

    BodyFilter(BodyReader reader) {
        this.reader = reader;
    }

    @Override
    public void filter(ResteasyReactiveContainerRequestContext filtered) {
        ResteasyReactiveRequestContext context = (ResteasyReactiveRequestContext) filtered.getServerRequestContext();
        if (BodyHeaders.METHODS.contains(filtered.getMethod())) {
            reader.read(context);
        } else {
            RequestEnd.awaitWork(context);
        }
    }
}
