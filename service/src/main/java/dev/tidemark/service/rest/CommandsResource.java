package dev.tidemark.service.rest;

import dev.tidemark.service.commands.LineProtocol;
import dev.tidemark.service.problem.BadRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
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

    /** What a lenient decoder puts where it finds what is not UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    private final LineProtocol protocol;
    private final LargeBodies bodies;

    CommandsResource(LineProtocol protocol, LargeBodies bodies) {
        this.protocol = protocol;
        this.bodies = bodies;
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
    public CompletionStage<byte[]> commands(byte[] body) {
        // As a String, a response would take three times its size until the client has read it.
        return bodies.read(body, bytes -> protocol.run(text(bytes)))
                .thenApply(answers -> answers.getBytes(StandardCharsets.UTF_8));
    }

    @POST
    @Operation(hidden = true)
    public CompletionStage<byte[]> root(byte[] body) {
        return commands(body);
    }

    private static String text(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        // Only a text with this character in it can be one that was not valid; to decode strictly takes three times
        // the memory.
        return text.indexOf(REPLACEMENT) < 0 ? text : strictText(body);
    }

    private static String strictText(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadRequest("the body is not valid UTF-8");
        }
    }
}
