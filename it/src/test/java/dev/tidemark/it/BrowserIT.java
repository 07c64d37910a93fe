package dev.tidemark.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A real browser opens a page of another site that tries to wipe a service on loopback, by all means that a page has without
 * leave: {@code fetch}, forms, beacons, images, and a name of its own that it has rebound to loopback. Skipped where there is
 * no Chromium or Chrome.
 */
@Tag("service")
@DisplayName("A web page in a real browser")
class BrowserIT {

    private static Browser browser() {
        Optional<Browser> found = Browser.find();
        assumeTrue(
                found.isPresent(), "no chromium or google-chrome on the PATH: nothing is tested with a real browser");
        return found.orElseThrow();
    }

    @Test
    @DisplayName("of another origin cannot change anything")
    void otherOrigin() throws Exception {
        try (ServiceProcess service = ServiceProcess.launch(Map.of());
                Site site = new Site("http://127.0.0.1:" + service.port())) {
            Rest rest = store(service);
            String page = browser().open("http://localhost:" + site.port() + "/");
            // The requests went out, the browser does not keep them back.
            assertThat(page)
                    .contains("plain: sent", "commands: sent", "done: yes")
                    .contains("read: blocked");
            requireUntouched(rest);
        }
    }

    @Test
    @DisplayName("whose name was rebound to loopback neither changes nor reads anything")
    void rebound() throws Exception {
        try (ServiceProcess service = ServiceProcess.launch(Map.of());
                Site site = new Site("http://evil.example:" + service.port())) {
            Rest rest = store(service);
            String page = browser()
                    .open("http://localhost:" + site.port() + "/", "--host-resolver-rules=MAP evil.example 127.0.0.1");
            assertThat(page).contains("plain: sent", "done: yes");
            requireUntouched(rest);
            // Seen from evil.example itself, the service is of the same origin.
            String own = browser()
                    .open(
                            "http://evil.example:" + service.port() + "/v1/rankings",
                            "--host-resolver-rules=MAP evil.example 127.0.0.1");
            assertThat(own).contains("tidemark.http.hosts").doesNotContain("kept");
        }
    }

    @Test
    @DisplayName("of the service itself goes on working")
    void dashboard() throws Exception {
        try (ServiceProcess service = ServiceProcess.launch(Map.of())) {
            store(service);
            String page = browser().open("http://localhost:" + service.port() + "/");
            assertThat(page).contains("kept");
        }
    }

    private static Rest store(ServiceProcess service) {
        Rest rest = new Rest(service.port());
        rest.increment("kept", "ada").expect(200);
        return rest;
    }

    private static void requireUntouched(Rest rest) {
        assertThat(rest.get("/v1/rankings").expect(200).body()).contains("kept");
        assertThat(rest.get("/v1/rankings/kept/members/ada").expect(200).json().getLong("score"))
                .isEqualTo(1);
        assertThat(rest.get("/v1/series").expect(200).body()).doesNotContain("forged");
    }

    /** A site with one page, which attacks. */
    private static final class Site implements AutoCloseable {

        private final HttpServer server;

        Site(String target) throws IOException {
            byte[] page;
            try (InputStream in = BrowserIT.class.getResourceAsStream("/attack.html")) {
                page = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
                        .replace("TARGET", target)
                        .getBytes(UTF_8);
            }
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
                exchange.sendResponseHeaders(200, page.length);
                exchange.getResponseBody().write(page);
                exchange.close();
            });
            server.start();
        }

        int port() {
            return server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}
