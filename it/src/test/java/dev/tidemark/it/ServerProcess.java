package dev.tidemark.it;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A database server as a process of its own, on a free port of loopback and in a folder of its own; closing it kills the
 * process and deletes the folder.
 */
public final class ServerProcess implements AutoCloseable {

    /** How a server is started, and how it shows that it is up. */
    public interface Program {

        /** Its name in the name of the folder. */
        String name();

        List<String> command(int port, Path folder);

        /** What its environment has besides ours. */
        default Map<String, String> environment() {
            return Map.of();
        }

        /** Asks for the process too: on a port that was taken in between, it is another server that answers. */
        boolean answers(int port, long pid);
    }

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ATTEMPTS = 3;
    private static final Set<ServerProcess> OPEN = ConcurrentHashMap.newKeySet();

    static {
        // Tests that were interrupted have closed nothing.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> OPEN.forEach(ServerProcess::close), "end of the servers"));
    }

    private final Program program;
    private final int port = FreePorts.next();
    private final Path folder;
    private volatile @Nullable Process process;

    private ServerProcess(Program program) {
        this.program = program;
        folder = Folders.temporary("tidemark-" + program.name());
        OPEN.add(this);
    }

    /** Starts the program, and waits until it answers. */
    public static ServerProcess start(Program program) {
        for (int attempt = 1; ; attempt++) {
            ServerProcess server = new ServerProcess(program);
            try {
                server.run();
                return server;
            } catch (RuntimeException e) {
                server.close();
                // Another process may have taken the port in between: the next attempt has another one.
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void run() {
        List<String> command = program.command(port, folder);
        Process started = launch(command);
        process = started;
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !started.isAlive() || program.answers(port, started.pid()));
        if (!started.isAlive()) {
            throw new IllegalStateException(String.join(" ", command) + " ended:\n" + output());
        }
    }

    private Process launch(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(outputFile().toFile());
        builder.environment().putAll(program.environment());
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    public Path folder() {
        return folder;
    }

    public ProcessHandle handle() {
        return Objects.requireNonNull(process).toHandle();
    }

    /** What the server has written since it was last started. */
    public String output() {
        try {
            return Files.readString(outputFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path outputFile() {
        return folder.resolve("output.txt");
    }

    /** Ends the server with SIGKILL, and what it has forked. */
    public void kill() {
        Process running = process;
        if (running != null) {
            List<ProcessHandle> forked = running.descendants().toList();
            running.destroyForcibly()
                    .onExit()
                    .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .join();
            forked.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** Kills the server if it runs, and starts it again on the same port and folder. */
    public void restart() {
        kill();
        run();
    }

    /** Makes the server fall silent with its connections open, as one that hangs. */
    public void pause() {
        Signals.send("STOP", handle().pid());
    }

    public void resume() {
        Signals.send("CONT", handle().pid());
    }

    @Override
    public void close() {
        if (OPEN.remove(this)) {
            kill();
            Folders.delete(folder);
        }
    }
}
