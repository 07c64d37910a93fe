package dev.tidemark.service.rest;

import dev.tidemark.service.backend.ActiveBackends;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.Cancellable;

/** What operators do with a running service. */
@Path("/v1/admin")
@Cancellable(false) // see RequestEnd
@Tag(name = "Admin")
@Produces(MediaType.APPLICATION_JSON)
public class AdminResource {

    private final ActiveBackends backends;

    AdminResource(ActiveBackends backends) {
        this.backends = backends;
    }

    @POST
    @Path("backup")
    @Operation(
            summary = "Take a backup",
            description =
                    "Of the embedded engine: a consistent copy of its data folder, taken while reads and writes go on, "
                            + "in a new folder under tidemark.ranked.backup-dir. To restore it, copy it and start the service on the "
                            + "copy (tidemark.ranked.dir). The answer comes when the backup is complete. Needs no body.")
    @APIResponse(responseCode = "200", description = "The backup is complete and durable")
    @APIResponse(
            responseCode = "409",
            description = "The backend takes no backups as it is configured, or, with Retry-After, one is being taken")
    @APIResponse(responseCode = "503", description = "The backup failed; there is none")
    @APIResponse(responseCode = "507", description = "There is not enough room for it; there is none")
    public CompletionStage<Views.BackupView> backup() {
        return backends.backup().thenApply(Views.BackupView::of);
    }
}
