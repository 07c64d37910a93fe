package dev.tidemark.service.rest;

import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.service.config.Settings;
import dev.tidemark.service.problem.BadRequest;
import dev.tidemark.service.problem.NotThere;
import dev.tidemark.service.problem.TooLarge;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

/** Ranked tables. */
@Path("/v1/rankings")
@Cancellable(false) // see RequestEnd
@Tag(name = "Rankings")
@Produces(MediaType.APPLICATION_JSON)
public class RankingsResource {

    private final RankingStore store;
    private final Queries queries;
    private final JsonBodies bodies;
    private final int maxMembers;

    RankingsResource(RankingStore store, Queries queries, JsonBodies bodies, Settings settings) {
        this.store = store;
        this.queries = queries;
        this.bodies = bodies;
        this.maxMembers = settings.limits().members();
    }

    @PUT
    @Path("{table}/members")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(summary = "Set scores", description = "All of them or none. Increments that are to be undone still are.")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Requests.ScoresRequest.class)))
    @APIResponse(responseCode = "204", description = "They are set")
    public CompletionStage<Void> set(@RestPath String table, byte[] body) {
        return bodies.read(body, Requests.ScoresRequest.class, request -> {
            Map<String, @Nullable Long> asked = Requests.required("scores", request.scores());
            requireSize(asked.size());
            Map<String, Long> scores = new HashMap<>();
            asked.forEach(
                    (member, score) -> scores.put(member, Requests.required("the score of '" + member + "'", score)));
            return store.set(table, scores);
        });
    }

    @POST
    @Path("{table}/increments")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            summary = "Add to scores",
            description = "All of them or none. With expiresIn, each is undone after so many seconds, exactly once.")
    @RequestBody(
            required = true,
            content = @Content(schema = @Schema(implementation = Requests.IncrementsRequest.class)))
    @APIResponse(responseCode = "200", description = "For each increment the score right after it")
    @APIResponse(responseCode = "409", description = "A score would leave ±9007199254740991; nothing is changed")
    public CompletionStage<Views.Scores> increment(@RestPath String table, byte[] body) {
        return bodies.readIncrements(
                body, plain -> increment(table, plain.increments(), plain.expiresIn()), request -> {
                    List<Requests.@Nullable IncrementItem> increments =
                            Requests.required("increments", request.increments());
                    requireSize(increments.size());
                    return increment(table, Requests.increments(increments), request.expiresIn());
                });
    }

    private CompletionStage<Views.Scores> increment(
            String table, List<Increment> increments, @Nullable BigDecimal expiresIn) {
        requireSize(increments.size());
        return store.increment(table, increments, Requests.seconds("expiresIn", expiresIn))
                .thenApply(Views.Scores::new);
    }

    @GET
    @Path("{table}")
    @Operation(summary = "A page of a table", description = "Ranks count from 1. Past the end there are no entries.")
    @APIResponse(responseCode = "200", description = "The size of the table, and the entries of the page")
    public CompletionStage<Views.Ranking> range(
            @RestPath String table,
            @Parameter(description = ORDER) @RestQuery @Nullable String order,
            @Parameter(description = "0 if missing") @RestQuery @Nullable String offset,
            @Parameter(description = "10 if missing") @RestQuery @Nullable String count) {
        return store.range(table, queries.order(order), queries.offset(offset), queries.entries("count", count, 10, 0))
                .thenApply(page -> Views.Ranking.of(table, page));
    }

    @POST
    @Path("{table}/lookup")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            summary = "Ranks and scores of several members",
            description = "As of one moment, in the order asked. Rank and score are null where a member is not there.")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Requests.LookupRequest.class)))
    @APIResponse(responseCode = "200", description = "The size of the table, and an entry for each member")
    public CompletionStage<Views.LookupAnswer> lookup(@RestPath String table, byte[] body) {
        return bodies.read(body, Requests.LookupRequest.class, request -> {
            List<String> members = members(request.members());
            queries.takeEntries(members.size());
            return store.lookup(table, members, queries.order(request.order()))
                    .thenApply(lookup -> Views.LookupAnswer.of(members, lookup));
        });
    }

    @POST
    @Path("{table}/remove")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            summary = "Remove several members",
            description = "All of them in one step. Their increments no longer expire.")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Requests.RemoveRequest.class)))
    @APIResponse(responseCode = "200", description = "How many of them were in the table")
    public CompletionStage<Views.Removed> removeAll(@RestPath String table, byte[] body) {
        return bodies.read(
                body,
                Requests.RemoveRequest.class,
                request -> store.remove(table, members(request.members())).thenApply(Views.Removed::new));
    }

    private List<String> members(@Nullable List<@Nullable String> asked) {
        List<@Nullable String> members = Requests.required("members", asked);
        requireSize(members.size());
        return Requests.members(members);
    }

    @GET
    @Path("{table}/members/{member}")
    @Operation(summary = "A member's rank and score")
    @APIResponse(responseCode = "200", description = "The member's place")
    @APIResponse(responseCode = "404", description = "It is not in the table")
    public CompletionStage<Ranked> rank(
            @RestPath String table,
            @RestPath String member,
            @Parameter(description = ORDER) @RestQuery @Nullable String order) {
        return store.rank(table, member, queries.order(order))
                .thenApply(found -> found.orElseThrow(() -> noMember(table, member)));
    }

    @GET
    @Path("{table}/members/{member}/around")
    @Operation(summary = "A member and its neighbours")
    @APIResponse(responseCode = "200", description = "Up to radius entries on either side, and the member")
    @APIResponse(responseCode = "404", description = "It is not in the table")
    public CompletionStage<Views.Ranking> around(
            @RestPath String table,
            @RestPath String member,
            @Parameter(description = "5 if missing") @RestQuery @Nullable String radius,
            @Parameter(description = ORDER) @RestQuery @Nullable String order) {
        return store.around(table, member, queries.order(order), queries.entries("radius", radius, 5, 0))
                .thenApply(page -> {
                    if (page.entries().isEmpty()) {
                        throw noMember(table, member);
                    }
                    return Views.Ranking.of(table, page);
                });
    }

    @DELETE
    @Path("{table}/members/{member}")
    @Operation(summary = "Remove a member", description = "What is still to be undone of it is cancelled.")
    @APIResponse(responseCode = "204", description = "It is gone")
    @APIResponse(responseCode = "404", description = "It was not in the table")
    public CompletionStage<Void> remove(@RestPath String table, @RestPath String member) {
        return store.remove(table, List.of(member)).thenAccept(removed -> {
            if (removed == 0) {
                throw noMember(table, member);
            }
        });
    }

    @GET
    @Operation(summary = "List tables", description = "In order of their UTF-8 bytes; next goes into after to go on.")
    @APIResponse(responseCode = "200", description = "A page of tables")
    public CompletionStage<Views.TableList> list(
            @RestQuery @DefaultValue("") String prefix,
            @RestQuery @DefaultValue("") String after,
            @Parameter(description = "100 if missing") @RestQuery @Nullable String limit) {
        return store.tables(prefix, after, queries.entries("limit", limit, 100, 1))
                .thenApply(page -> new Views.TableList(page.items(), page.next()));
    }

    @DELETE
    @Path("{table}")
    @Operation(summary = "Drop a table")
    @APIResponse(responseCode = "204", description = "It is gone")
    @APIResponse(responseCode = "404", description = "There was no such table")
    public CompletionStage<Void> drop(@RestPath String table) {
        return store.drop(table).thenAccept(there -> {
            if (!there) {
                throw new NotThere("there is no table '" + table + "'");
            }
        });
    }

    @DELETE
    @Operation(summary = "Drop all tables", description = "Only with confirm=flushall.")
    @APIResponse(responseCode = "204", description = "They are gone")
    @APIResponse(responseCode = "400", description = "It was not confirmed; nothing is changed")
    public CompletionStage<Void> flushAll(
            @Parameter(required = true, example = "flushall") @RestQuery @Nullable String confirm) {
        if (!"flushall".equals(confirm)) {
            throw new BadRequest("this drops every table: confirm it with ?confirm=flushall");
        }
        return store.flushAll();
    }

    private void requireSize(int members) {
        if (members > maxMembers) {
            throw TooLarge.moreThan(maxMembers, "members", "tidemark.limits.members");
        }
    }

    private static NotThere noMember(String table, String member) {
        return new NotThere("there is no member '" + member + "' in table '" + table + "'");
    }

    private static final String ORDER = "desc or asc; desc if missing";
}
