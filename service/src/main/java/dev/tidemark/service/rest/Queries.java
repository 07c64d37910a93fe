package dev.tidemark.service.rest;

import dev.tidemark.InvalidValueException;
import dev.tidemark.ranking.Order;
import dev.tidemark.service.admission.WorkMemory;
import dev.tidemark.service.backend.ActiveBackends;
import dev.tidemark.service.config.Settings;
import dev.tidemark.service.json.RequestTime;
import dev.tidemark.service.problem.BadRequest;
import dev.tidemark.service.problem.Excerpt;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.TimeRange;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parameters of queries, which arrive as text, and holds them to the limits; takes the memory that the response to as
 * much as they ask for may need.
 */
@Singleton
class Queries {

    /** A member with its score and rank, or a name of a list: as a store returns it, and as JSON. */
    private static final int ENTRY_BYTES = 1024;

    /** A number with its time, or a summary. */
    private static final int POINT_BYTES = 512;

    private final List<Granularity> granularities;
    private final int maxPoints;
    private final int maxPage;
    private final WorkMemory memory;

    Queries(ActiveBackends backends, Settings settings, WorkMemory memory) {
        this.granularities = backends.granularities();
        this.maxPoints = settings.limits().points();
        this.maxPage = settings.limits().page();
        this.memory = memory;
    }

    Granularity granularity(@Nullable String name) {
        String known = granularities.stream().map(Granularity::name).collect(Collectors.joining(", "));
        if (name == null) {
            throw new BadRequest("granularity is missing: it is one of " + known);
        }
        return granularities.stream()
                .filter(granularity -> granularity.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new BadRequest("granularity must be one of " + known + ", but is '" + Excerpt.of(name) + "'"));
    }

    TimeRange range(@Nullable String from, @Nullable String to) {
        return new TimeRange(
                RequestTime.parse("from", Requests.required("from", from)),
                RequestTime.parse("to", Requests.required("to", to)));
    }

    /** A range of no more points than the limit. */
    TimeRange range(@Nullable String from, @Nullable String to, Granularity granularity) {
        TimeRange range = range(from, to);
        long points = range.points(granularity);
        if (points > maxPoints) {
            throw new BadRequest("the range has " + points + " points at " + granularity.name() + ", and at most "
                    + maxPoints + " are allowed (tidemark.limits.points): ask for less, or a coarser granularity");
        }
        memory.take(points * POINT_BYTES);
        return range;
    }

    Order order(@Nullable String order) {
        if (order == null || order.equals("desc")) {
            return Order.DESC;
        } else if (order.equals("asc")) {
            return Order.ASC;
        }
        throw new BadRequest("order must be desc or asc, but is '" + Excerpt.of(order) + "'");
    }

    long offset(@Nullable String offset) {
        return number("offset", offset, 0, 0, Long.MAX_VALUE);
    }

    /** How many entries to answer, from {@code min} to the limit of a page. */
    int entries(String what, @Nullable String count, int otherwise, int min) {
        return (int) number(what, count, Math.min(otherwise, maxPage), min, maxPage);
    }

    int samples(@Nullable String limit) {
        int samples = (int) number("limit", limit, Math.min(1000, maxPoints), 1, maxPoints);
        memory.take((long) samples * POINT_BYTES);
        return samples;
    }

    /** Takes the memory for entries whose number does not come from a parameter. */
    void takeEntries(long entries) {
        memory.take(entries * ENTRY_BYTES);
    }

    int maxPoints() {
        return maxPoints;
    }

    private static long number(String what, @Nullable String text, long otherwise, long min, long max) {
        if (text == null) {
            return otherwise;
        }
        try {
            return InvalidValueException.requireBetween(what, Long.parseLong(text), min, max);
        } catch (NumberFormatException e) {
            throw new BadRequest(what + " must be a whole number, but is '" + Excerpt.of(text) + "'");
        }
    }
}
