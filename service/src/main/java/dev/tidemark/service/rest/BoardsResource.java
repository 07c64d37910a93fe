package dev.tidemark.service.rest;

import dev.tidemark.ranking.BoardPeriod;
import dev.tidemark.ranking.Boards;
import dev.tidemark.service.config.Settings;
import dev.tidemark.service.json.RequestTime;
import dev.tidemark.service.problem.BadRequest;
import dev.tidemark.service.problem.TooLarge;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.jspecify.annotations.Nullable;

/** Leader boards by day, week, month and in total. */
@Path("/v1/boards/{board}")
@Cancellable(false) // see RequestEnd
@Tag(name = "Boards")
@Produces(MediaType.APPLICATION_JSON)
public class BoardsResource {

    private final Boards boards;
    private final Queries queries;
    private final JsonBodies bodies;
    private final InstantSource clock;
    private final ZoneId zone;
    private final int maxMembers;

    BoardsResource(Boards boards, Queries queries, JsonBodies bodies, InstantSource clock, Settings settings) {
        this.boards = boards;
        this.queries = queries;
        this.bodies = bodies;
        this.clock = clock;
        this.zone = settings.boardsZone();
        this.maxMembers = settings.limits().members();
    }

    @POST
    @Path("hits")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            summary = "Add hits",
            description = "Each adds to the day, the ISO week and the month that it falls in, and to the total. All of "
                    + "them or none.")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Requests.HitsRequest.class)))
    @APIResponse(responseCode = "204", description = "They are added")
    @APIResponse(responseCode = "409", description = "A score would leave ±9007199254740991; nothing is changed")
    public CompletionStage<Void> hit(@RestPath String board, byte[] body) {
        return bodies.read(body, Requests.HitsRequest.class, request -> {
            List<Requests.@Nullable HitItem> hits = Requests.required("hits", request.hits());
            if (hits.size() > maxMembers) {
                throw TooLarge.moreThan(maxMembers, "hits", "tidemark.limits.members");
            }
            return boards.hit(board, Requests.hits(hits, clock.instant()));
        });
    }

    @GET
    @Path("top")
    @Operation(
            summary = "Who is ahead",
            description =
                    "In one period, or over the days from from to to, both included; that answer may be 10 minutes "
                            + "old.")
    @APIResponse(responseCode = "200", description = "The first of the board")
    public CompletionStage<Views.Ranking> top(
            @RestPath String board,
            @Parameter(description = "total, 2026-11-15, 2026-W46 or 2026-11; total if missing", example = "2026-W46")
                    @RestQuery
                    @Nullable
                    String period,
            @Parameter(description = DAY) @RestQuery @Nullable String from,
            @Parameter(description = DAY) @RestQuery @Nullable String to,
            @Parameter(description = "10 if missing") @RestQuery @Nullable String limit) {
        int most = queries.entries("limit", limit, 10, 1);
        if (from == null && to == null) {
            BoardPeriod wanted = BoardPeriod.parse(period == null ? "total" : period);
            return boards.top(board, wanted, most)
                    .thenApply(page -> Views.Ranking.of(Boards.table(board, wanted), page));
        }
        if (period != null) {
            throw new BadRequest("period goes without from and to: send one or the other");
        }
        LocalDate first = day("from", from);
        LocalDate last = day("to", to);
        requireFewDays(first, last);
        return boards.topBetween(board, first, last, most)
                .thenApply(page -> Views.Ranking.of(board + "@" + first + "/" + last, page));
    }

    @GET
    @Path("members/{member}")
    @Operation(
            summary = "How a member did, day by day",
            description = "Every day from from to to, both included; score 0 and rank null where it was not there.")
    @APIResponse(responseCode = "200", description = "A score and a rank for each day")
    public CompletionStage<Views.MemberDays> member(
            @RestPath String board,
            @RestPath String member,
            @Parameter(required = true, description = DAY) @RestQuery @Nullable String from,
            @Parameter(required = true, description = DAY) @RestQuery @Nullable String to) {
        LocalDate first = day("from", from);
        LocalDate last = day("to", to);
        queries.takeEntries(requireFewDays(first, last));
        return boards.stats(board, member, first, last)
                .thenApply(days -> new Views.MemberDays(
                        board, member, days.stream().map(Views.Day::of).toList()));
    }

    private LocalDate day(String what, @Nullable String text) {
        return RequestTime.parseDay(what, Requests.required(what, text), zone);
    }

    private long requireFewDays(LocalDate first, LocalDate last) {
        long days = ChronoUnit.DAYS.between(first, last) + 1;
        if (days > queries.maxPoints()) {
            throw new BadRequest("the range has " + days + " days, and at most " + queries.maxPoints()
                    + " are allowed (tidemark.limits.points)");
        }
        return Math.max(0, days);
    }

    private static final String DAY = "A day, such as 2026-11-15";
}
