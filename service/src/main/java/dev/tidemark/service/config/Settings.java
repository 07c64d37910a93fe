package dev.tidemark.service.config;

import dev.tidemark.Durations;
import dev.tidemark.InvalidValueException;
import dev.tidemark.spi.BackendException;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.inject.Singleton;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/** The settings as values of the model. Whatever cannot be one fails the start with a message that names the property. */
@Singleton
public class Settings {

    private static final String FOREVER = "forever";
    private static final int MAX_PORT = 65_535;

    private final TidemarkConfig config;
    private final MemorySize httpBodyLimit;
    private final int httpPort;
    private final int httpsPort;

    Settings(
            TidemarkConfig config,
            @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize httpBodyLimit,
            @ConfigProperty(name = "quarkus.http.port") int httpPort,
            @ConfigProperty(name = "quarkus.http.ssl-port", defaultValue = "8443") int httpsPort) {
        this.config = config;
        this.httpBodyLimit = httpBodyLimit;
        this.httpPort = httpPort;
        this.httpsPort = httpsPort;
    }

    /** The granularities, the finest first. */
    public List<Granularity> granularities() {
        Map<String, Granularity> defaults =
                Granularity.DEFAULTS.stream().collect(Collectors.toMap(Granularity::name, granularity -> granularity));
        Set<String> names = new HashSet<>(defaults.keySet());
        names.addAll(config.granularities().keySet());
        List<Granularity> granularities = new ArrayList<>();
        for (String name : names) {
            TidemarkConfig.GranularityConfig own = config.granularities().get(name);
            Granularity preset = defaults.get(name);
            if (own == null && preset != null) {
                granularities.add(preset);
            } else if (own != null && own.enabled()) {
                granularities.add(granularity(name, own, preset));
            }
        }
        if (granularities.isEmpty()) {
            throw refused("tidemark.granularities", "at least one granularity must be enabled");
        }
        granularities.sort(Comparator.comparing(Granularity::duration).thenComparing(Granularity::name));
        return List.copyOf(granularities);
    }

    private static Granularity granularity(
            String name, TidemarkConfig.GranularityConfig own, @Nullable Granularity preset) {
        String property = "tidemark.granularities.\"" + name + "\"";
        if (own.duration().isEmpty() && preset == null) {
            throw refused(property + ".duration", "a granularity needs a duration, such as 5m");
        }
        Duration duration = own.duration()
                .map(text -> duration(property + ".duration", text))
                .orElseGet(() -> preset == null ? Duration.ZERO : preset.duration());
        Duration retention = own.retention().isPresent()
                ? retention(property + ".retention", own.retention().get())
                : preset == null ? null : preset.retention();
        return checked(property, () -> new Granularity(name, duration, retention));
    }

    public PrecisionRules precision() {
        Map<String, Precision> overrides = new HashMap<>();
        config.uniques()
                .overrides()
                .forEach((pattern, precision) ->
                        overrides.put(pattern, precision("tidemark.uniques.overrides.\"" + pattern + "\"", precision)));
        return new PrecisionRules(
                precision("tidemark.uniques.precision", config.uniques().precision()), overrides);
    }

    /** Null is for ever. */
    public @Nullable Duration sampleRetention() {
        return retention("tidemark.samples.retention", config.samples().retention());
    }

    public ZoneId boardsZone() {
        String zone = config.boards().zone();
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw refused("tidemark.boards.zone", "'" + zone + "' is not a time zone: write it like Europe/Berlin");
        }
    }

    /** The limits, each at least 1. */
    public TidemarkConfig.LimitsConfig limits() {
        TidemarkConfig.LimitsConfig limits = config.limits();
        requirePositive("events", limits.events());
        requirePositive("points", limits.points());
        requirePositive("page", limits.page());
        requirePositive("members", limits.members());
        requirePositive("in-flight", limits.inFlight());
        long body = limits.body().asLongValue();
        if (body < 1 || body > httpBodyLimit.asLongValue()) {
            throw refused(
                    "tidemark.limits.body",
                    "must be 1 to " + httpBodyLimit.asLongValue()
                            + " bytes, which is quarkus.http.limits.max-body-size, " + "but is " + body);
        }
        return limits;
    }

    /** Fails if the service cannot listen on a port because there is no such port. */
    public void requirePorts() {
        requirePort("quarkus.http.port", httpPort);
        requirePort("quarkus.http.ssl-port", httpsPort);
    }

    private static void requirePort(String property, int port) {
        if (port < 0 || port > MAX_PORT) {
            throw refused(property, "must be 0 to " + MAX_PORT + ", but is " + port);
        }
    }

    /** How many bytes of bodies there may be at once: enough for one of the largest. */
    public long bodyMemory() {
        long body = limits().body().asLongValue();
        if (config.limits().bodyMemory().isEmpty()) {
            return Math.max(body, Runtime.getRuntime().maxMemory() / 4);
        }
        long memory = config.limits().bodyMemory().get().asLongValue();
        if (memory < body) {
            throw refused(
                    "tidemark.limits.body-memory",
                    "must be at least " + body + " bytes, which is tidemark.limits.body, but is " + memory);
        }
        return memory;
    }

    /** How long a body may take to arrive. */
    public Duration bodyTime() {
        String property = "tidemark.limits.body-time";
        Duration time = duration(property, config.limits().bodyTime());
        if (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(Duration.ofDays(1)) > 0) {
            throw refused(
                    property, "must be 1ms to 1d, but is '" + config.limits().bodyTime() + "'");
        }
        return time;
    }

    public String timeSeriesBackend() {
        return config.timeSeriesBackend().orElse(config.backend());
    }

    public String rankingsBackend() {
        return config.rankingsBackend().orElse(config.backend());
    }

    private static void requirePositive(String limit, int value) {
        if (value < 1) {
            throw refused("tidemark.limits." + limit, "must be at least 1, but is " + value);
        }
    }

    private static @Nullable Duration retention(String property, String text) {
        if (text.equalsIgnoreCase(FOREVER)) {
            return null;
        }
        Duration retention = duration(property, text);
        if (retention.isZero() || retention.isNegative()) {
            throw refused(property, "must be longer than nothing, or forever, but is '" + text + "'");
        }
        return retention;
    }

    private static Duration duration(String property, String text) {
        return checked(property, () -> Durations.parse(text));
    }

    private static Precision precision(String property, String text) {
        try {
            return Precision.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw refused(property, "must be exact or approximate, but is '" + text + "'");
        }
    }

    private static <T> T checked(String property, Supplier<T> value) {
        try {
            return value.get();
        } catch (InvalidValueException e) {
            throw refused(property, e.getMessage());
        }
    }

    /** Ends the start with the message of a backend and no stack trace. */
    public static ConfigurationException cannotStart(BackendException failure) {
        return new ConfigurationException("Tidemark cannot start: " + failure.getMessage());
    }

    /** Ends the start with a message and no stack trace. */
    public static ConfigurationException refused(String property, @Nullable String complaint) {
        return new ConfigurationException("Tidemark cannot start: " + property + ": " + complaint);
    }
}
