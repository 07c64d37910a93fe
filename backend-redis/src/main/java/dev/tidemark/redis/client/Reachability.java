package dev.tidemark.redis.client;

import dev.tidemark.TidemarkException;
import dev.tidemark.spi.BackendUnavailableException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Says in the log when Redis goes and when it is back, and not for every request in between. */
final class Reachability {

    private static final System.Logger LOG = System.getLogger(Reachability.class.getName());

    private final AtomicBoolean away = new AtomicBoolean();

    void answered(List<Server.Answer> answers) {
        for (Server.Answer answer : answers) {
            if (answer.failure() instanceof BackendUnavailableException failure) {
                failed(failure);
                return;
            }
        }
        if (away.get() && away.compareAndSet(true, false)) {
            LOG.log(System.Logger.Level.INFO, "Redis answers again");
        }
    }

    void failed(TidemarkException failure) {
        if (away.compareAndSet(false, true)) {
            LOG.log(System.Logger.Level.WARNING, "{0}; requests are refused until it is back", failure.getMessage());
        }
    }
}
