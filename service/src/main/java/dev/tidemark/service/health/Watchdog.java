package dev.tidemark.service.health;

import dev.tidemark.service.backend.ActiveBackends;
import dev.tidemark.service.process.OutOfMemory;
import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Looks each second whether this process can still do its work, and ends it where that will never be so again: a process that
 * has ended is started again by whoever supervises it, one that only looks alive is not. What has been acknowledged is durable,
 * so there is nothing to finish.
 */
@Singleton
class Watchdog {

    private static final Logger LOG = Logger.getLogger(Watchdog.class);
    private static final long ROUND_MILLIS = 1_000;
    private static final int STATUS = 4;

    /** How long a shutdown may take after the requests that run had their time: closing a backend writes what is left. */
    private static final Duration CLOSING = Duration.ofSeconds(20);

    /** Asked for each round: with no memory left, this fails here, where it is noticed. */
    private static final int CANARY_BYTES = 64 * 1024;

    private final ActiveBackends backends;
    private final EventLoops loops;
    private final int shutdownRounds;
    private final Thread thread = new Thread(this::run, "tidemark-watchdog");
    private volatile boolean ending;
    private volatile boolean stopped;

    @SuppressWarnings("UnusedVariable") // That there was memory for it is all that matters.
    private volatile byte[] canary = {};

    Watchdog(
            ActiveBackends backends,
            Vertx vertx,
            @ConfigProperty(name = "quarkus.shutdown.timeout") Duration shutdownTimeout) {
        this.backends = backends;
        this.loops = new EventLoops(vertx);
        this.shutdownRounds = (int) shutdownTimeout.plus(CLOSING).toSeconds();
        thread.setDaemon(true);
    }

    void start(@Observes StartupEvent started) {
        OutOfMemory.watchLog();
        thread.start();
    }

    /** From here on event loops and backends end because they are told to. */
    void stopping(@Observes ShutdownEvent begun) {
        ending = true;
    }

    private boolean isEnding() {
        return ending || ApplicationLifecycleManager.isVmShuttingDown();
    }

    EventLoops loops() {
        return loops;
    }

    private void run() {
        int closing = 0;
        while (!stopped) {
            try {
                Thread.sleep(ROUND_MILLIS);
                canary = new byte[CANARY_BYTES];
                if (isEnding()) {
                    closing++;
                    if (closing > shutdownRounds) {
                        end("its shutdown takes longer than " + shutdownRounds + " s");
                    }
                } else {
                    look();
                }
            } catch (InterruptedException e) {
                return;
            } catch (Throwable e) {
                OutOfMemory.endIfCauseOf(e);
                LOG.error("The watchdog failed", e);
            }
        }
    }

    private void look() {
        backends.dead()
                .filter(name -> !isEnding())
                .ifPresent(name -> end("the backend '" + name + "' has lost a thread that it needs"));
        loops.tick();
        if (loops.isOneGone() && !isEnding()) {
            end("the thread of an event loop has ended");
        }
    }

    private static void end(String reason) {
        System.err.println("Tidemark ends: " + reason + ". Start it again.");
        Runtime.getRuntime().halt(STATUS);
    }

    /** Where the process goes on without the application, as in tests. */
    @PreDestroy
    void stop() {
        if (!ApplicationLifecycleManager.isVmShuttingDown()) {
            stopped = true;
            thread.interrupt();
        }
    }
}
