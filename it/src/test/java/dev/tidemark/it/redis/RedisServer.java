package dev.tidemark.it.redis;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A real server as a process of its own, on a free port of loopback and in a folder of its own; closing it kills the process
 * and deletes the folder. It keeps nothing on disk unless its options say so.
 */
final class RedisServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int ATTEMPTS = 3;
    private static final Set<RedisServer> OPEN = ConcurrentHashMap.newKeySet();

    static {
        // Tests that were interrupted have closed nothing.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> OPEN.forEach(RedisServer::close), "end of the Redis servers"));
    }

    private final int port = FreePorts.next();
    private final Path folder = temporaryFolder();
    private final List<String> command;
    private final @Nullable String password;
    private volatile @Nullable Process process;

    private RedisServer(Path binary, String... options) {
        command = new ArrayList<>(List.of(binary.toString(), "--port", Integer.toString(port)));
        command.addAll(List.of("--bind", "127.0.0.1", "--daemonize", "no", "--dir", folder.toString()));
        command.addAll(List.of("--save", "", "--appendonly", "no"));
        command.addAll(List.of(options));
        int given = List.of(options).indexOf("--requirepass");
        password = given < 0 ? null : options[given + 1];
        OPEN.add(this);
    }

    /** Starts what is installed, or else the bundled server. The options are those of its command line. */
    static RedisServer start(String... options) {
        return start(RedisBinary.preferred(), options);
    }

    /** Starts Redis 6.2, whatever is installed. */
    static RedisServer startBundled(String... options) {
        return start(RedisBinary.bundled(), options);
    }

    private static RedisServer start(Path binary, String... options) {
        for (int attempt = 1; ; attempt++) {
            RedisServer server = new RedisServer(binary, options);
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
        Process started = launch();
        process = started;
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !started.isAlive() || answers(started.pid()));
        if (!started.isAlive()) {
            throw new IllegalStateException(String.join(" ", command) + " ended:\n" + output());
        }
    }

    private Process launch() {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(outputFile().toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks for the process too: on a port that was taken in between, it is another server that answers. */
    private boolean answers(long pid) {
        try (RedisProbe probe = probe()) {
            return probe.text("PING").equals("PONG")
                    && probe.text("INFO", "server").contains("process_id:" + pid + "\r\n");
        } catch (UncheckedIOException | RedisProbe.ErrorReply e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    Path folder() {
        return folder;
    }

    ProcessHandle handle() {
        return Objects.requireNonNull(process).toHandle();
    }

    /** What the server has written since it was last started. */
    String output() {
        try {
            return Files.readString(outputFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path outputFile() {
        return folder.resolve("output.txt");
    }

    /** Opens a connection, with the password if there is one. */
    RedisProbe probe() {
        RedisProbe probe = RedisProbe.to(port);
        if (password != null) {
            probe.text("AUTH", password);
        }
        return probe;
    }

    /** Sends one command, by a connection of its own. */
    String text(String... args) {
        try (RedisProbe probe = probe()) {
            return probe.text(args);
        }
    }

    /** Ends the server with SIGKILL, and what it has forked. */
    void kill() {
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
    void restart() {
        kill();
        run();
    }

    /** Makes the server fall silent with its connections open, as one that hangs. */
    void pause() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            // By the shell, which knows kill itself: not every system has it as a program.
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + handle().pid())
                    .inheritIO()
                    .start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("kill -" + name + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (!OPEN.remove(this)) {
            return;
        }
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("tidemark-redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
