package dev.tidemark.bench.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The packaged service as a process of its own, on a free port of loopback. */
public final class Service implements AutoCloseable {

    public static final Path JAR = Path.of("service", "target", "quarkus-app", "quarkus-run.jar");

    private static final Pattern LISTENING = Pattern.compile("Listening on: http://[^ ]*:(\\d+)");

    private final Child process;
    private final int port;

    /** Starts it with options for its JVM, such as {@code -Dtidemark.backend=ranked}. */
    public Service(List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Dquarkus.http.port=0", "-Dtidemark.ranked.dir=data"));
        command.addAll(options);
        command.addAll(List.of("-jar", JAR.toAbsolutePath().toString()));
        process = new Child(command, LISTENING);
        port = Integer.parseInt(process.ready().group(1));
    }

    public int port() {
        return port;
    }

    public Duration cpu() {
        return process.cpu();
    }

    @Override
    public void close() {
        process.close();
    }
}
