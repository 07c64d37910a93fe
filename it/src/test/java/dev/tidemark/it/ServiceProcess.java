package dev.tidemark.it;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The packaged service as a process of its own, on a free port of loopback and in a folder of its own; closing it kills the
 * process, and deletes the folder. It is the jar, or the native executable that {@code -Dtidemark.service.binary} names.
 */
public final class ServiceProcess implements AutoCloseable {

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** What a POSIX shell counts file sizes in. */
    private static final int ULIMIT_BLOCK = 512;

    /** Processes of tests are over before the second compiler has gained what it costs. */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

    private static final @Nullable String BINARY = System.getProperty("tidemark.service.binary");
    private static final Path JAR = Path.of(System.getProperty("tidemark.service.jar"));
    private static final Pattern LISTENING = Pattern.compile("Listening on: http://[^ ]*:(\\d+)");
    private static final String REJECTS = "Requests are rejected until the backend is open";
    private static final String SERVES = "Requests are served, after";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path home = Folders.temporary("tidemark-it");
    private final Queue<String> output = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> recovered = new CompletableFuture<>();
    private final Thread reader;

    private ServiceProcess(List<String> launch, Map<String, String> environment) {
        List<String> command = new ArrayList<>(launch);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).directory(home.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TIDEMARK_") || name.startsWith("QUARKUS_"));
        builder.environment().put("QUARKUS_HTTP_PORT", "0");
        builder.environment().putAll(environment);
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        reader = new Thread(this::read, "service output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts the service as the README does. It may not be up yet, or may never be.
     *
     * @param properties as {@code -Dname=value}
     */
    public static ServiceProcess launch(Map<String, String> environment, String... properties) {
        return new ServiceProcess(command(properties), environment);
    }

    private static List<String> command(String... properties) {
        List<String> command = new ArrayList<>();
        command.add(BINARY == null ? JAVA : BINARY);
        command.addAll(List.of(properties));
        if (BINARY == null) {
            command.addAll(List.of(ONE_COMPILER, "-jar", JAR.toString()));
        }
        return command;
    }

    /** Starts the service with a limit on the size of its files, as a disk that is about to be full. */
    static ServiceProcess launchWithFileLimit(int kilobytes, Map<String, String> environment) {
        String script =
                "ulimit -S -f " + kilobytes * 1024 / ULIMIT_BLOCK + " && exec '" + String.join("' '", command()) + "'";
        return new ServiceProcess(List.of("sh", "-c", script), environment);
    }

    /** Takes the limit away again. */
    void liftFileLimit() throws IOException, InterruptedException {
        Process prlimit = new ProcessBuilder("prlimit", "--pid", Long.toString(process.pid()), "--fsize=unlimited:")
                .inheritIO()
                .start();
        if (prlimit.waitFor() != 0) {
            throw new IllegalStateException("prlimit failed");
        }
    }

    /** Starts the service with one more jar on its class path. */
    static ServiceProcess launchWith(Path jar, Map<String, String> environment) {
        return new ServiceProcess(
                List.of(JAVA, "-cp", jar + File.pathSeparator + JAR, "io.quarkus.bootstrap.runner.QuarkusEntryPoint"),
                environment);
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                Matcher listening = LISTENING.matcher(line);
                if (listening.find()) {
                    port.complete(Integer.valueOf(listening.group(1)));
                }
                if (line.contains(SERVES)) {
                    recovered.complete(null);
                }
            }
        } catch (IOException e) {
            output.add(e.toString());
        }
        IllegalStateException ended = new IllegalStateException("the service ended before it served:\n" + output());
        port.completeExceptionally(ended);
        recovered.completeExceptionally(ended);
    }

    /** Waits until the service listens; it may still reject requests. */
    int listeningPort() {
        return port.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    /** Waits until the service listens and its backend is open. */
    public int port() {
        int listening = listeningPort();
        if (output().contains(REJECTS)) {
            recovered.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        }
        return listening;
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    /** Waits until the service has ended by itself, or on {@link #terminate}. */
    public int exitStatus() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("the service did not end:\n" + output());
        }
        reader.join(PATIENCE.toMillis());
        return process.exitValue();
    }

    /** Asks the service to end, as a shell's Ctrl-C or a container's stop does. */
    public void terminate() {
        // Process.destroy would also close our end of its output.
        process.toHandle().destroy();
    }

    public String output() {
        return String.join("\n", output);
    }

    /** Ends the service as a power switch would. */
    public void kill() {
        process.destroyForcibly()
                .onExit()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    @Override
    public void close() {
        kill();
        Folders.delete(home);
    }
}
