package dev.tidemark.service.rest;

import dev.tidemark.service.problem.NotThere;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Limiter;
import dev.tidemark.timeseries.TimeRange;
import dev.tidemark.timeseries.TimeSeriesStore;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
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

/** Counts, visitors and samples out, and limits. */
@Path("/v1/series")
@Cancellable(false) // see RequestEnd
@Tag(name = "Series")
@Produces(MediaType.APPLICATION_JSON)
public class SeriesResource {

    private final TimeSeriesStore store;
    private final Limiter limiter;
    private final Queries queries;
    private final JsonBodies bodies;

    SeriesResource(TimeSeriesStore store, Limiter limiter, Queries queries, JsonBodies bodies) {
        this.store = store;
        this.limiter = limiter;
        this.queries = queries;
        this.bodies = bodies;
    }

    @GET
    @Path("{series}/counts")
    @Operation(
            summary = "How often it happened",
            description = "A point for each bucket from from to to, both included and rounded down to theirs; 0 where "
                    + "nothing happened.")
    @APIResponse(responseCode = "200", description = "A point for each bucket")
    @APIResponse(responseCode = "400", description = "A parameter is missing or bad, or there are too many points")
    public CompletionStage<Views.Counts> counts(
            @RestPath String series,
            @Parameter(required = true, example = "1min") @RestQuery @Nullable String granularity,
            @Parameter(required = true, example = "0", description = TIME) @RestQuery @Nullable String from,
            @Parameter(required = true, example = "120", description = TIME) @RestQuery @Nullable String to) {
        Granularity buckets = queries.granularity(granularity);
        return store.counts(series, buckets, queries.range(from, to, buckets))
                .thenApply(points -> new Views.Counts(series, buckets.name(), Views.PointView.of(points)));
    }

    @GET
    @Path("{series}/uniques")
    @Operation(
            summary = "To how many different members it happened",
            description =
                    "A point for each bucket, and distinct: how many there were over the whole range, each counted "
                            + "once.")
    @APIResponse(responseCode = "200", description = "A point for each bucket, and the size of the union")
    public CompletionStage<Views.UniquesView> uniques(
            @RestPath String series,
            @Parameter(required = true, example = "1day") @RestQuery @Nullable String granularity,
            @Parameter(required = true, example = "0", description = TIME) @RestQuery @Nullable String from,
            @Parameter(required = true, example = "86400", description = TIME) @RestQuery @Nullable String to) {
        Granularity buckets = queries.granularity(granularity);
        return store.uniques(series, buckets, queries.range(from, to, buckets))
                .thenApply(uniques -> Views.UniquesView.of(series, buckets, uniques));
    }

    @GET
    @Path("{series}/samples")
    @Operation(
            summary = "What was measured",
            description =
                    "The samples in order of time; next is where to go on if there are more. With a granularity, a "
                            + "summary of each bucket that has any instead.")
    @APIResponse(responseCode = "200", description = "Samples or summaries")
    public CompletionStage<Views.Samples> samples(
            @RestPath String series,
            @Parameter(example = "1hour") @RestQuery @Nullable String granularity,
            @Parameter(required = true, example = "0", description = TIME) @RestQuery @Nullable String from,
            @Parameter(required = true, example = "86400", description = TIME) @RestQuery @Nullable String to,
            @Parameter(description = "Samples at most; 1000 if missing") @RestQuery @Nullable String limit) {
        if (granularity != null) {
            Granularity buckets = queries.granularity(granularity);
            return store.summaries(series, buckets, queries.range(from, to, buckets))
                    .thenApply(summaries -> Views.Samples.summed(series, buckets, summaries));
        }
        TimeRange range = queries.range(from, to);
        int most = queries.samples(limit);
        return store.samples(series, range, most + 1).thenApply(found -> Views.Samples.page(series, found, most));
    }

    @POST
    @Path("{series}/limit")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            summary = "Count, and ask whether it is still within a limit",
            description =
                    "Counts now, whether allowed or not, and tells how the current bucket stands against the limit.")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Requests.LimitRequest.class)))
    @APIResponse(responseCode = "200", description = "Counted; allowed tells whether it was within the limit")
    public CompletionStage<Views.LimitAnswer> limit(@RestPath String series, byte[] body) {
        return bodies.read(body, Requests.LimitRequest.class, request -> {
            Granularity buckets = queries.granularity(request.granularity());
            long limit = Requests.required("limit", request.limit());
            return limiter.check(series, buckets, limit, request.count() == null ? 1 : request.count())
                    .thenApply(Views.LimitAnswer::of);
        });
    }

    @GET
    @Operation(summary = "List series", description = "In order of their UTF-8 bytes; next goes into after to go on.")
    @APIResponse(responseCode = "200", description = "A page of series")
    public CompletionStage<Views.SeriesList> list(
            @RestQuery @DefaultValue("") String prefix,
            @RestQuery @DefaultValue("") String after,
            @Parameter(description = "100 if missing") @RestQuery @Nullable String limit) {
        return store.series(prefix, after, queries.entries("limit", limit, 100, 1))
                .thenApply(Views.SeriesList::of);
    }

    @DELETE
    @Path("{series}")
    @Operation(summary = "Delete a series", description = "Its counts, visits and samples.")
    @APIResponse(responseCode = "204", description = "It is gone")
    @APIResponse(responseCode = "404", description = "There was no such series")
    public CompletionStage<Void> delete(@RestPath String series) {
        return store.delete(series).thenAccept(there -> {
            if (!there) {
                throw new NotThere("there is no series '" + series + "'");
            }
        });
    }

    private static final String TIME = "Epoch seconds, decimals allowed, or ISO-8601";
}
