package dev.tidemark.service.rest;

import dev.tidemark.service.commands.LineProtocol;
import dev.tidemark.service.problem.BadRequest;
import dev.tidemark.service.problem.BodyLimit;
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
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The original ranked server's line protocol, where that server had it and under a name of its own. */
@Path("/")
@Tag(name = "Commands")
@Consumes({MediaType.TEXT_PLAIN, MediaType.APPLICATION_FORM_URLENCODED}) // what curl -d says unless told otherwise
@Produces(MediaType.TEXT_PLAIN)
public class CommandsResource {

    private final LineProtocol protocol;
    private final BodyLimit limit;

    CommandsResource(LineProtocol protocol, BodyLimit limit) {
        this.limit = limit;
        this.protocol = protocol;
    }

    @POST
    @Path("v1/commands")
    @Operation(
            summary = "Run commands, one a line",
            description = "zadd t score member …; zincrby, zsub t amount member …; zincrbyp t amount member … seconds; "
                    + "zinc, zdec t member …; zrange, zrevrange t offset count [withscores], a count of -1 is all; "
                    + "zget t member …; flushall. A bad line answers \"error: …\" and the rest goes on.")
    @RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.TEXT_PLAIN,
                            examples =
                                    @ExampleObject(
                                            name = "a session",
                                            value = "zadd t 5 a 7 b\nzincrby t 3 a\nzrevrange t 0 -1 withscores\n")))
    @APIResponse(responseCode = "200", description = "The answers, line by line")
    public CompletionStage<String> commands(byte[] body) {
        return protocol.run(text(limit.require(body)));
    }

    @POST
    @Operation(hidden = true)
    public CompletionStage<String> root(byte[] body) {
        return commands(body);
    }

    private static String text(byte[] body) {
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
