package dev.tidemark.service.backend;

import dev.tidemark.service.process.OutOfMemory;
import dev.tidemark.service.process.StartFailure;
import dev.tidemark.spi.Backend;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Opens the backends on a thread of its own. An engine with much to read takes a while, and the port is open meanwhile, so that
 * those who watch the process see how far it is.
 */
final class Opening {

    private static final Logger LOG = Logger.getLogger(Opening.class);

    /** Most starts are over by then: they are waited for, so that nobody sees them unfinished. */
    private static final Duration PATIENCE = Duration.ofMillis(250);

    private final ConfiguredBackends configured;
    private final long start = System.nanoTime();
    private final CompletableFuture<@Nullable Void> open = new CompletableFuture<>();
    private volatile Map<String, Backend> backends = Map.of();
    private volatile String progress = "starting: the backend is being opened";

    // What follows is guarded by this.
    private boolean finished;
    private boolean late;
    private boolean closed;
    private @Nullable Throwable failure;

    private Opening(ConfiguredBackends configured) {
        this.configured = configured;
    }

    /**
     * Opens the backends; returns when they are open, or when that takes longer than most starts.
     *
     * @throws RuntimeException what opening failed with; a failure that comes later ends the process
     */
    static Opening begin(ConfiguredBackends configured) {
        Opening opening = new Opening(configured);
        Thread thread = new Thread(opening::run, "tidemark-open");
        thread.setDaemon(true);
        thread.start();
        opening.await();
        return opening;
    }

    private synchronized void await() {
        for (long left = PATIENCE.toMillis(); left > 0 && !finished; left = PATIENCE.toMillis() - millis()) {
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
        late = !finished;
        if (late) {
            LOG.infof("Requests are rejected until the backend is open; %s", progress);
        } else if (failure != null) {
            throw failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
        }
    }

    private void run() {
        try {
            for (String name : configured.names()) {
                Backend backend = configured.open(
                        name, (what, done, total) -> progress = "recovering: " + percent(what, done, total));
                if (!add(name, backend)) {
                    return;
                }
                LOG.infof("Backend '%s' is open", name);
            }
            configured.reportMisspelt();
            open.complete(null);
            if (finish(null)) {
                LOG.infof("Requests are served, after %d ms", millis());
            }
        } catch (Throwable e) {
            OutOfMemory.endIfCauseOf(e);
            close();
            if (finish(e)) {
                StartFailure.end(e);
            }
        }
    }

    private static String percent(String what, long done, long total) {
        return what + " " + (total <= 0 ? 100 : 100 * done / total) + " % read";
    }

    /** Keeps an open backend, unless the service has ended meanwhile. */
    private synchronized boolean add(String name, Backend backend) {
        if (closed) {
            backend.close();
            return false;
        }
        Map<String, Backend> more = new LinkedHashMap<>(backends);
        more.put(name, backend);
        backends = Collections.unmodifiableMap(more);
        return true;
    }

    /** Returns whether nobody waits for it any more. */
    private synchronized boolean finish(@Nullable Throwable with) {
        finished = true;
        failure = with;
        notifyAll();
        return late;
    }

    private long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    Map<String, Backend> backends() {
        return backends;
    }

    boolean isOpen() {
        return open.isDone();
    }

    String progress() {
        return progress;
    }

    void whenOpen(Runnable action) {
        CompletableFuture<@Nullable Void> unused = open.thenRun(action);
    }

    /** What is still being opened is closed by the thread that opens it, if the process lives that long. */
    synchronized void close() {
        closed = true;
        backends.values().forEach(Backend::close);
        backends = Map.of();
    }
}
