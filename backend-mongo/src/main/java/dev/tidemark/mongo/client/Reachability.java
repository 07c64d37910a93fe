package dev.tidemark.mongo.client;

import java.util.concurrent.atomic.AtomicBoolean;

/** Says in the log when MongoDB goes and when it is back, and not for every request in between. */
final class Reachability {

    private static final System.Logger LOG = System.getLogger(Reachability.class.getName());

    private final AtomicBoolean away = new AtomicBoolean();

    void answered() {
        if (away.get() && away.compareAndSet(true, false)) {
            LOG.log(System.Logger.Level.INFO, "MongoDB answers again");
        }
    }

    void failed(String message) {
        if (away.compareAndSet(false, true)) {
            LOG.log(System.Logger.Level.WARNING, "{0}; requests are refused until it is back", message);
        }
    }
}
