package dev.tidemark.service.metrics;

import dev.tidemark.InvalidValueException;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.timeseries.Event;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code tidemark.operations}: how long each operation of a store takes, by operation and outcome. {@code
 * tidemark.events}: how many events came in, by kind and outcome. No tag ever holds a name that a user chose.
 */
@Singleton
public class StoreMetrics {

    private final MeterRegistry registry;

    StoreMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    <T> CompletionStage<T> timed(String store, String operation, Supplier<CompletionStage<T>> call) {
        Timer.Sample sample = Timer.start(registry);
        return call.get()
                .whenComplete((result, failure) -> sample.stop(registry.timer(
                        "tidemark.operations", "store", store, "operation", operation, "outcome", outcome(failure))));
    }

    void count(List<? extends Event> events, @Nullable Throwable failure) {
        Map<Event.Kind, Integer> byKind = new EnumMap<>(Event.Kind.class);
        events.forEach(event -> byKind.merge(event.kind(), 1, Integer::sum));
        byKind.forEach((kind, count) -> registry.counter(
                        "tidemark.events", "kind", kind.name().toLowerCase(Locale.ROOT), "outcome", outcome(failure))
                .increment(count));
    }

    private static String outcome(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause == null) {
            return "ok";
        } else if (cause instanceof InvalidValueException) {
            return "invalid";
        } else if (cause instanceof NumberOverflowException) {
            return "overflow";
        } else if (cause instanceof BackendUnavailableException) {
            return "unavailable";
        }
        return "error";
    }
}
