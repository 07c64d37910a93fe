package dev.tidemark.spi;

import dev.tidemark.timeseries.Granularity;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** What a backend is given when it is opened. */
public interface BackendContext {

    /** This backend's own settings. */
    BackendConfig config();

    /** The granularities that counts and visits are kept in, each name once, the finest first. */
    List<Granularity> granularities();

    /** The time of this process. A backend with a server of its own goes by that server's clock. */
    InstantSource clock();

    /** Something that the surroundings manage, such as the Redis or the MongoDB client. */
    <T> Optional<T> resource(Class<T> type);

    /** Where to report progress while the backend is being opened. */
    default StartProgress progress() {
        return StartProgress.IGNORED;
    }

    /** A context with nothing managed around it. */
    static BackendContext of(BackendConfig config, List<Granularity> granularities, InstantSource clock) {
        return new BasicContext(config, granularities, clock);
    }
}
