package dev.tidemark.bench.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A Redis of our own, and what {@code redis-benchmark} reaches on it. */
public final class Redis implements AutoCloseable {

    /** Where the numbers of {@code redis-benchmark --csv} stand in its last line, from the end: the command comes first. */
    private static final int RPS = 7;

    private static final int P50 = 4;
    private static final int P99 = 2;

    private static final Load FIFTY = new Load(50, 1, 1_000_000, 20_000);

    private final Child server;
    private final int port;

    /** One that keeps nothing on disk. */
    public Redis() throws IOException {
        this(List.of("--appendonly", "no"));
    }

    /** One that answers when a change is safe on disk, as Tidemark does. */
    static Redis thatSyncs() throws IOException {
        return new Redis(List.of("--appendonly", "yes", "--appendfsync", "always"));
    }

    private Redis(List<String> options) throws IOException {
        port = freePort();
        List<String> command = new ArrayList<>(List.of("redis-server", "--bind", "127.0.0.1"));
        command.addAll(List.of("--port", Integer.toString(port), "--save", ""));
        command.addAll(options);
        server = new Child(command, Pattern.compile("Ready to accept connections"));
        server.ready();
    }

    public static boolean isInstalled() throws InterruptedException {
        try {
            return run(List.of("redis-server", "--version")).contains("Redis server")
                    && run(List.of("redis-benchmark", "--version")).contains("redis-benchmark");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * How a command is run.
     *
     * @param pipeline how many are sent before their answers are waited for
     * @param keys how many different numbers {@code __rand_int__} stands for
     * @param firstTry how many are run to see how long they take
     */
    public record Load(int connections, int pipeline, int keys, long firstTry) {

        Load pipelined(int commands) {
            return new Load(connections, commands, keys, firstTry);
        }
    }

    public int port() {
        return port;
    }

    public Duration cpu() {
        return server.cpu();
    }

    /** Runs a command over 50 connections for about so many seconds, after a third of that to warm up. */
    Figure benchmark(String what, int pipeline, int seconds, String... command)
            throws IOException, InterruptedException {
        return benchmark(what, FIFTY.pipelined(pipeline), seconds, command);
    }

    /** The same with as many connections as {@code load} tells. */
    public Figure benchmark(String what, Load load, int seconds, String... command)
            throws IOException, InterruptedException {
        double roughly = run(what, load, load.firstTry, command).rate();
        double warm = run(what, load, (long) (roughly * seconds / 3), command).rate();
        return run(what, load, (long) (warm * seconds), command);
    }

    private Figure run(String what, Load load, long requests, String... command)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("redis-benchmark", "--csv", "-h", "127.0.0.1"));
        line.addAll(List.of("-p", Integer.toString(port), "-c", Integer.toString(load.connections)));
        line.addAll(List.of("-P", Integer.toString(load.pipeline), "-r", Integer.toString(load.keys)));
        line.addAll(List.of("-n", Long.toString(requests)));
        line.addAll(List.of(command));
        Duration before = server.cpu();
        String output = run(line).strip();
        String[] cells =
                output.substring(output.lastIndexOf('\n') + 1).replace("\"", "").split(",", -1);
        return new Figure(
                what,
                Double.parseDouble(cells[cells.length - RPS]),
                server.cpu().minus(before).toNanos() / 1e3 / requests,
                Double.parseDouble(cells[cells.length - P50]),
                Double.parseDouble(cells[cells.length - P99]));
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed: " + output);
        }
        return output;
    }

    /** A port of loopback that nobody listens on. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
