package dev.tidemark.service.rest;

import dev.tidemark.service.admission.WorkMemory;
import dev.tidemark.service.commands.LineProtocol;
import io.vertx.core.http.HttpServerResponse;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.Cancellable;

/** The original ranked server's line protocol, where that server had it and under a name of its own. */
@Path("/")
@Cancellable(false) // see RequestEnd
@Tag(name = "Commands")
@Consumes({MediaType.TEXT_PLAIN, MediaType.APPLICATION_FORM_URLENCODED}) // what curl -d says unless told otherwise
@Produces(MediaType.TEXT_PLAIN + ";charset=UTF-8")
public class CommandsResource {

    private final LineProtocol protocol;
    private final LargeBodies bodies;
    private final WorkMemory memory;

    CommandsResource(LineProtocol protocol, LargeBodies bodies, WorkMemory memory) {
        this.protocol = protocol;
        this.bodies = bodies;
        this.memory = memory;
    }

    @POST
    @Path("v1/commands")
    @Operation(
            summary = "Run commands, one a line",
            description = "zadd t score member …; zincrby, zsub t amount member …; zincrbyp t amount member … seconds; "
                    + "zinc, zdec t member …; zrange, zrevrange t offset count [withscores], a count of -1 is all; "
                    + "zget t member …; flushall. A bad line answers \"error: …\" and the rest goes on. A range "
                    + "returns at most tidemark.limits.page entries, all lines of a request at most "
                    + "tidemark.limits.events members and scores: a line that needs more answers \"error: …\" and no "
                    + "entries, and changes nothing.")
    @RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.TEXT_PLAIN,
                            examples =
                                    @ExampleObject(
                                            name = "a session",
                                            value = "zadd t 5 a 7 b\nzincrby t 3 a\nzrevrange t 0 -1 withscores\n")))
    @APIResponse(
            responseCode = "200",
            description = "The answers, line by line",
            content = @Content(mediaType = MediaType.TEXT_PLAIN, schema = @Schema(implementation = String.class)))
    public CompletionStage<byte[]> commands(@Context HttpServerResponse response, byte[] body) {
        return bodies.read(body, bytes -> {
            memory.take(protocol.memoryToRead(bytes));
            memory.take(protocol.mostMemory(bytes));
            return protocol.run(bytes, response::closed);
        });
    }

    @POST
    @Operation(hidden = true)
    public CompletionStage<byte[]> root(@Context HttpServerResponse response, byte[] body) {
        return commands(response, body);
    }
}
