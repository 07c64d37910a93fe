package dev.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A service that is told to end, and how that looks from outside. */
public final class Shutdown {

    /** What signals leave as the status of a process that they end in good order; 0 would be as good. */
    private static final int SIGNALLED = 128;

    private static final int SIGINT = 2;
    private static final int SIGTERM = 15;

    private static final Pattern ACTIVE = Pattern.compile("(?m)^http_server_active_requests(?:\\{.*})? (\\S+)$");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A service may be slow on a busy machine, but does not hang. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private static final int ATTEMPTS = 10;

    private final ServiceProcess service;
    private final int port;
    private final long start;

    private Shutdown(ServiceProcess service, int port) {
        this.service = service;
        this.port = port;
        start = System.nanoTime();
    }

    /** Waits until the service has so many requests besides the one that asks. */
    public static void awaitRunning(Rest rest, int requests) {
        await().atMost(PATIENCE).until(() -> running(rest.get("/q/metrics").body()) > requests);
    }

    private static double running(String metrics) {
        Matcher active = ACTIVE.matcher(metrics);
        assertThat(active.find()).as(metrics).isTrue();
        return Double.parseDouble(active.group(1));
    }

    /** Tells the service to end, with SIGTERM. */
    public static Shutdown begin(ServiceProcess service) {
        return begin(service, service::terminate);
    }

    /** Tells the service to end in some other way. */
    public static Shutdown begin(ServiceProcess service, Runnable signal) {
        Shutdown shutdown = new Shutdown(service, service.port());
        signal.run();
        return shutdown;
    }

    /** Waits until the service takes no more requests; from then on it has to stay so. */
    public void awaitClosed() {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(this::turnsAway);
        for (int i = 0; i < ATTEMPTS; i++) {
            assertThat(turnsAway()).isTrue();
        }
    }

    /** Whether a new connection is refused or ended, or its request gets 503. It asks for nothing that a backend which hangs has. */
    private boolean turnsAway() {
        try {
            Rest.Answer answer = new Rest(port).get("/v1/nothing");
            if (answer.status() == 404) {
                return false;
            }
            answer.expect(503);
            assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(answer.header("Retry-After")).isEqualTo("1");
            return true;
        } catch (UncheckedIOException e) {
            assertThat(e.getCause()).isNotInstanceOf(HttpTimeoutException.class);
            return true;
        }
    }

    /** Waits until the service has ended, and checks that it did so in good order and in time. */
    public void awaitEnd(Duration allowed) throws InterruptedException {
        int status = service.exitStatus();
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        assertThat(status).isIn(0, SIGNALLED + SIGINT, SIGNALLED + SIGTERM);
        assertThat(took).isLessThan(allowed.plus(MARGIN));
        assertThat(service.output())
                .contains("tidemark stopped in")
                .doesNotContain("Unexpected failure", "ServerBootstrap");
    }
}
