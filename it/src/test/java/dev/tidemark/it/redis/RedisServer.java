package dev.tidemark.it.redis;

import dev.tidemark.it.ServerProcess;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real Redis as a process of its own. It keeps nothing on disk unless its options say so. */
final class RedisServer implements AutoCloseable {

    private final Program program;
    private final ServerProcess process;

    private RedisServer(Program program) {
        this.program = program;
        process = ServerProcess.start(program);
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
        return new RedisServer(new Program(binary, List.of(options)));
    }

    private record Program(Path binary, List<String> options) implements ServerProcess.Program {

        @Override
        public String name() {
            return "redis";
        }

        @Override
        public List<String> command(int port, Path folder) {
            List<String> command = new ArrayList<>(List.of(binary.toString(), "--port", Integer.toString(port)));
            command.addAll(List.of("--bind", "127.0.0.1", "--daemonize", "no", "--dir", folder.toString()));
            command.addAll(List.of("--save", "", "--appendonly", "no"));
            command.addAll(options);
            return command;
        }

        @Override
        public boolean answers(int port, long pid) {
            try (RedisProbe probe = probe(port)) {
                return probe.text("PING").equals("PONG")
                        && probe.text("INFO", "server").contains("process_id:" + pid + "\r\n");
            } catch (UncheckedIOException | RedisProbe.ErrorReply e) {
                return false;
            }
        }

        RedisProbe probe(int port) {
            RedisProbe probe = RedisProbe.to(port);
            int given = options.indexOf("--requirepass");
            if (given >= 0) {
                probe.text("AUTH", options.get(given + 1));
            }
            return probe;
        }
    }

    int port() {
        return process.port();
    }

    String uri() {
        return "redis://127.0.0.1:" + port();
    }

    Path folder() {
        return process.folder();
    }

    ProcessHandle handle() {
        return process.handle();
    }

    /** What the server has written since it was last started. */
    String output() {
        return process.output();
    }

    /** Opens a connection, with the password if there is one. */
    RedisProbe probe() {
        return program.probe(port());
    }

    /** Sends one command, by a connection of its own. */
    String text(String... args) {
        try (RedisProbe probe = probe()) {
            return probe.text(args);
        }
    }

    /** Ends the server with SIGKILL, and what it has forked. */
    void kill() {
        process.kill();
    }

    /** Kills the server if it runs, and starts it again on the same port and folder. */
    void restart() {
        process.restart();
    }

    /** Makes the server fall silent with its connections open, as one that hangs. */
    void pause() {
        process.pause();
    }

    void resume() {
        process.resume();
    }

    @Override
    public void close() {
        process.close();
    }
}
