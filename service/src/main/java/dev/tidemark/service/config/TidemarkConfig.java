package dev.tidemark.service.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of the service, {@code tidemark.*}. A backend's own, {@code tidemark.NAME.*}, are read by the backend.
 *
 * <p>Durations are text here because {@link dev.tidemark.Durations} reads more of what people write than the framework's
 * own converter, and words its complaints.
 */
@ConfigMapping(prefix = "tidemark")
public interface TidemarkConfig {

    /** The name of the backend for everything that {@link #timeSeriesBackend} and {@link #rankingsBackend} leave open. */
    @WithDefault("ranked")
    String backend();

    @WithName("backend.time-series")
    Optional<String> timeSeriesBackend();

    @WithName("backend.rankings")
    Optional<String> rankingsBackend();

    /** By name; these change and add to the default four. */
    Map<String, GranularityConfig> granularities();

    UniquesConfig uniques();

    SamplesConfig samples();

    BoardsConfig boards();

    LimitsConfig limits();

    HttpConfig http();

    /** One granularity. */
    interface GranularityConfig {
        Optional<String> duration();

        /** A duration, or {@code forever}. */
        Optional<String> retention();

        @WithDefault("true")
        boolean enabled();
    }

    /** How visits are kept. */
    interface UniquesConfig {
        @WithDefault("exact")
        String precision();

        /** By a pattern of series names. */
        Map<String, String> overrides();
    }

    /** How samples are kept. */
    interface SamplesConfig {
        /** A duration, or {@code forever}. */
        @WithDefault("forever")
        String retention();
    }

    /** How boards cut time. */
    interface BoardsConfig {
        @WithDefault("UTC")
        String zone();
    }

    /** How the service is reached. */
    interface HttpConfig {
        /** Names, besides localhost and loopback addresses, that a request's Host may have while it listens on loopback. */
        Optional<List<String>> hosts();
    }

    /** What one request may ask for, and what all of them may take up at once. */
    interface LimitsConfig {
        /** Events, or lines of commands, a request. */
        @WithDefault("10000")
        int events();

        /** Points a range, and samples a page. */
        @WithDefault("11000")
        int points();

        /** Entries a page. */
        @WithDefault("1000")
        int page();

        /** Members a command. */
        @WithDefault("1000")
        int members();

        /** The size of a request's body. */
        @WithDefault("8M")
        MemorySize body();

        /** Requests at once. */
        @WithDefault("1000")
        int inFlight();

        /** Bytes of bodies at once; a quarter of the heap if missing. */
        Optional<MemorySize> bodyMemory();

        /** How long a body may take to arrive. */
        @WithDefault("30s")
        String bodyTime();
    }
}
