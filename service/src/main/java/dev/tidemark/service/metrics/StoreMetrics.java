package dev.tidemark.service.metrics;

import dev.tidemark.InvalidValueException;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.spi.BackendFullException;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.timeseries.Event;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code tidemark.operations}: how long each operation of a store takes, by operation and outcome. {@code
 * tidemark.events}: how many events came in, by kind and outcome. No tag ever holds a name that a user chose.
 */
@Singleton
public class StoreMetrics {

    private final MeterRegistry registry;

    /** To look a meter up in the registry, its tags are sorted and hashed, each time. */
    private final Map<Operation, Timer> timers = new ConcurrentHashMap<>();

    private final Map<Arrival, Counter> counters = new ConcurrentHashMap<>();

    private record Operation(String store, String name, String outcome) {}

    private record Arrival(Event.Kind kind, String outcome) {}

    StoreMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    <T> CompletionStage<T> timed(String store, String operation, Supplier<CompletionStage<T>> call) {
        Timer.Sample sample = Timer.start(registry);
        return call.get()
                .whenComplete((result, failure) -> sample.stop(
                        timers.computeIfAbsent(new Operation(store, operation, outcome(failure)), this::timer)));
    }

    private Timer timer(Operation operation) {
        return registry.timer(
                "tidemark.operations",
                "store",
                operation.store,
                "operation",
                operation.name,
                "outcome",
                operation.outcome);
    }

    void count(List<? extends Event> events, @Nullable Throwable failure) {
        for (Event.Kind kind : Event.Kind.values()) {
            long arrived = events.stream().filter(event -> event.kind() == kind).count();
            if (arrived > 0) {
                counters.computeIfAbsent(new Arrival(kind, outcome(failure)), this::counter)
                        .increment((double) arrived);
            }
        }
    }

    private Counter counter(Arrival arrival) {
        return registry.counter(
                "tidemark.events", "kind", arrival.kind.name().toLowerCase(Locale.ROOT), "outcome", arrival.outcome);
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
        } else if (cause instanceof BackendFullException) {
            return "full";
        }
        return "error";
    }
}
