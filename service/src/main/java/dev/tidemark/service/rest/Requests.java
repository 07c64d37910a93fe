package dev.tidemark.service.rest;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;
import dev.tidemark.ranking.Hit;
import dev.tidemark.ranking.Increment;
import dev.tidemark.service.problem.BadRequest;
import dev.tidemark.service.problem.Problem;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What the calls are sent, as JSON writes it. A field may be missing until it was required. */
final class Requests {

    private static final BigDecimal MAX_SECONDS = BigDecimal.valueOf(10_000_000_000L);

    private Requests() {}

    /** One event; only for the documentation, because events are read without it. */
    record EventSchema(
            @Schema(required = true, examples = "purchases:item1")
            String series,

            @Schema(description = "Epoch seconds, decimals allowed, or ISO-8601; now if missing", examples = "0")
            Object at,

            @Schema(description = "How many times it happened", examples = "1")
            Long count,

            @Schema(description = "Whom it happened to", examples = "max")
            String member,

            @Schema(description = "What was measured", examples = "21.5")
            Double value) {}

    @RegisterForReflection
    record LimitRequest(
            @Schema(required = true, examples = "100") @Nullable
            Long limit,

            @Schema(required = true, examples = "1min") @Nullable
            String granularity,

            @Schema(description = "1 if missing", examples = "1") @Nullable
            Long count) {}

    @RegisterForReflection
    record ScoresRequest(
            @Schema(required = true, examples = "{\"ada\": 5, \"bob\": 7}") @Nullable
            Map<String, @Nullable Long> scores) {}

    @RegisterForReflection
    record IncrementItem(
            @Schema(required = true, examples = "ada") @Nullable
            String member,

            @Schema(required = true, examples = "3") @Nullable
            Long by) {}

    @RegisterForReflection
    record IncrementsRequest(
            @Schema(required = true) @Nullable List<@Nullable IncrementItem> increments,

            @Schema(description = "Seconds until the increments are undone; never if missing", examples = "60")
            @Nullable
            BigDecimal expiresIn) {}

    @RegisterForReflection
    record LookupRequest(
            @Schema(required = true, examples = "[\"ada\", \"bob\"]") @Nullable
            List<@Nullable String> members,

            @Schema(description = "desc or asc; desc if missing", examples = "desc") @Nullable
            String order) {}

    @RegisterForReflection
    record RemoveRequest(
            @Schema(required = true, examples = "[\"ada\", \"bob\"]") @Nullable
            List<@Nullable String> members) {}

    @RegisterForReflection
    record HitItem(
            @Schema(required = true, examples = "ada") @Nullable
            String member,

            @Schema(description = "1 if missing", examples = "1") @Nullable
            Long by,

            @Schema(description = "Now if missing", examples = "2026-11-15T12:00:00Z") @Nullable
            Instant at) {}

    @RegisterForReflection
    record HitsRequest(@Schema(required = true) @Nullable List<@Nullable HitItem> hits) {}

    static <T> T required(String field, @Nullable T value) {
        if (value == null) {
            throw new BadRequest(field + " is missing");
        }
        return value;
    }

    static List<Increment> increments(List<@Nullable IncrementItem> items) {
        return each(
                "increment",
                items,
                item -> new Increment(required("member", item.member()), required("by", item.by())));
    }

    static List<String> members(List<@Nullable String> items) {
        return each("member", items, item -> Names.require("member", item));
    }

    static List<Hit> hits(List<@Nullable HitItem> items, Instant now) {
        return each(
                "hit",
                items,
                item -> new Hit(
                        required("member", item.member()),
                        item.by() == null ? 1 : item.by(),
                        item.at() == null ? now : item.at()));
    }

    /** Makes a value of each item; what is wrong with one is told with its index, and nothing is made at all. */
    private static <I, T> List<T> each(String what, List<@Nullable I> items, Function<I, T> make) {
        List<T> made = new ArrayList<>(items.size());
        for (I item : items) {
            try {
                made.add(make.apply(required(what, item)));
            } catch (InvalidValueException | BadRequest e) {
                String detail = what + " " + made.size() + ": " + e.getMessage();
                throw new BadRequest(detail, List.of(new Problem.Item(made.size(), detail)));
            }
        }
        return made;
    }

    static @Nullable Duration seconds(String field, @Nullable BigDecimal seconds) {
        if (seconds == null) {
            return null;
        }
        if (seconds.abs().compareTo(MAX_SECONDS) > 0 || seconds.scale() > 20) {
            throw new BadRequest(field + " must be a sensible number of seconds, but is " + seconds);
        }
        return Duration.ofMillis(seconds.movePointRight(3).longValue());
    }
}
