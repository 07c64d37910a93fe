package dev.tidemark.bench.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The packaged service as a process of its own, on a port of loopback. */
public final class Service implements AutoCloseable {

    public static final Path JAR = Path.of("service", "target", "quarkus-app", "quarkus-run.jar");

    private static final Pattern LISTENING = Pattern.compile("Listening on: http://[^ ]*:(\\d+)");

    private final Child process;
    private int port;

    /** Starts it on a free port with options for its JVM, such as {@code -Dtidemark.backend=ranked}. */
    public Service(List<String> options) {
        this(onJvm(options), 0);
        awaitPort();
    }

    /** The same with the jar of another build. */
    static Service ofJar(Path jar, List<String> options) {
        Service service = new Service(onJvm(jar, options), 0);
        service.awaitPort();
        return service;
    }

    private void awaitPort() {
        port = Integer.parseInt(process.ready().group(1));
    }

    /** Starts it by a command of one's own, and does not wait until it listens. */
    public Service(List<String> command, int port) {
        this.process = new Child(
                command, Map.of("QUARKUS_HTTP_PORT", Integer.toString(port), "TIDEMARK_RANKED_DIR", "data"), LISTENING);
        this.port = port;
    }

    /** The command that starts the jar with these options on the Java that runs here. */
    public static List<String> onJvm(List<String> options) {
        return onJvm(JAR, options);
    }

    private static List<String> onJvm(Path jar, List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-jar", jar.toAbsolutePath().toString()));
        return command;
    }

    public int port() {
        return port;
    }

    public Duration cpu() {
        return process.cpu();
    }

    /** The memory that it has in use now. */
    public long residentBytes() {
        return process.residentBytes();
    }

    @Override
    public void close() {
        process.close();
    }
}
