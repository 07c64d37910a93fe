package dev.tidemark.service.rest;

import dev.tidemark.service.admission.WorkMemory;
import dev.tidemark.service.json.EventBatches;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.TimeSeriesStore;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Events in. */
@Path("/v1/events")
@Cancellable(false) // see RequestEnd
@Tag(name = "Events")
@Produces(MediaType.APPLICATION_JSON)
public class EventsResource {

    static final String NDJSON = "application/x-ndjson";

    /** An event, and the commands that write it to a server, in each granularity. */
    private static final int EVENT_BYTES = 1024;

    private static final MediaType LINES = MediaType.valueOf(NDJSON);

    private final TimeSeriesStore store;
    private final EventBatches batches;
    private final LargeBodies bodies;
    private final WorkMemory memory;

    EventsResource(TimeSeriesStore store, EventBatches batches, LargeBodies bodies, WorkMemory memory) {
        this.store = store;
        this.batches = batches;
        this.bodies = bodies;
        this.memory = memory;
    }

    /** One method for both forms: of two, the framework would look at {@code Accept} only after the events are stored. */
    @POST
    @Consumes({MediaType.APPLICATION_JSON, NDJSON})
    @Operation(
            summary = "Store events",
            description = "An array of events, or one event a line (application/x-ndjson). Each has a series, a time "
                    + "(now if missing) and exactly one of count, member and value. If one is bad, nothing is stored.")
    @RequestBody(
            required = true,
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON,
                        schema = @Schema(type = SchemaType.ARRAY, implementation = Requests.EventSchema.class),
                        examples =
                                @ExampleObject(
                                        name = "one of each",
                                        value = "[{\"series\":\"purchases\",\"at\":0,\"count\":1},"
                                                + "{\"series\":\"visitors\",\"member\":\"max\"},"
                                                + "{\"series\":\"temperature\",\"value\":21.5}]")),
                @Content(mediaType = NDJSON, examples = @ExampleObject(name = "one a line", value = """
                                                {"series":"purchases","count":1}
                                                {"series":"visitors","member":"max"}
                                                """))
            })
    @APIResponse(responseCode = "200", description = "All of them are stored")
    @APIResponse(responseCode = "400", description = "At least one is bad, errors tells which; nothing is stored")
    @APIResponse(responseCode = "409", description = "A count would leave 64 bits; nothing is stored")
    @APIResponse(responseCode = "413", description = "Too many events or too large a body; nothing is stored")
    public CompletionStage<Views.Accepted> store(@Context HttpHeaders headers, byte[] body) {
        boolean lines = LINES.isCompatible(headers.getMediaType());
        return bodies.read(body, bytes -> {
            List<Event> events = lines ? batches.readLines(bytes) : batches.readArray(bytes);
            memory.take((long) events.size() * EVENT_BYTES);
            return store.insert(events).thenApply(done -> new Views.Accepted(events.size()));
        });
    }
}
