package dev.tidemark.service.rest;

import dev.tidemark.service.backend.ActiveBackends;
import dev.tidemark.service.config.Settings;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.Cancellable;

/** What is behind the service. */
@Path("/v1/backend")
@Cancellable(false) // see RequestEnd
@Tag(name = "Backend")
@Produces(MediaType.APPLICATION_JSON)
public class BackendResource {

    private final ActiveBackends backends;
    private final Settings settings;

    BackendResource(ActiveBackends backends, Settings settings) {
        this.backends = backends;
        this.settings = settings;
    }

    @GET
    @Operation(summary = "The backend, its layouts and version, and the granularities")
    @APIResponse(responseCode = "200", description = "What is behind the service")
    public CompletionStage<Views.BackendView> backend() {
        return backends.status()
                .thenApply(all -> Views.BackendView.of(
                        settings.timeSeriesBackend(), settings.rankingsBackend(), all, backends.granularities()));
    }
}
