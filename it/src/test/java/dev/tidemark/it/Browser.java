package dev.tidemark.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Chromium or Chrome without a window: opens a page, lets its scripts run, and hands back what the page has become. */
final class Browser {

    private static final long PATIENCE_SECONDS = 120;

    private final Path program;

    private Browser(Path program) {
        this.program = program;
    }

    static Optional<Browser> find() {
        return Programs.onPath("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
                .map(Browser::new);
    }

    /** Opens a page with a fresh profile, and answers its DOM after all its scripts have run. */
    String open(String address, String... options) throws IOException, InterruptedException {
        Path profile = Folders.temporary("tidemark-browser");
        try {
            Path page = profile.resolve("page.html");
            Process process = new ProcessBuilder(command(address, profile, options))
                    .redirectOutput(page.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("the browser did not end");
                }
            } finally {
                List<ProcessHandle> children = process.descendants().toList();
                process.destroyForcibly();
                children.forEach(ProcessHandle::destroyForcibly);
            }
            return Files.readString(page, UTF_8);
        } finally {
            Folders.delete(profile);
        }
    }

    private List<String> command(String address, Path profile, String... options) {
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--no-proxy-server",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile,
                // Scripts that wait for a server do so in real time, and the rest of this budget passes at once.
                "--virtual-time-budget=10000",
                "--dump-dom"));
        command.addAll(List.of(options));
        command.add(address);
        return command;
    }
}
