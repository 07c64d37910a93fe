package dev.tidemark.bench.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A Redis of our own that keeps nothing on disk, and what {@code redis-benchmark} reaches on it. */
final class Redis implements AutoCloseable {

    /** How the numbers of {@code redis-benchmark --csv} stand in its second line. */
    private static final int RPS = 1;

    private static final int P50 = 4;
    private static final int P99 = 6;

    private final Child server;
    private final int port;

    Redis() throws IOException {
        port = freePort();
        server = new Child(
                List.of(
                        "redis-server",
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--save",
                        "",
                        "--appendonly",
                        "no"),
                Pattern.compile("Ready to accept connections"));
        server.ready();
    }

    static boolean isInstalled() throws InterruptedException {
        try {
            return run(List.of("redis-server", "--version")).contains("Redis server")
                    && run(List.of("redis-benchmark", "--version")).contains("redis-benchmark");
        } catch (IOException e) {
            return false;
        }
    }

    /** Runs a command over 50 connections for about so many seconds, after a third of that to warm up. */
    Figure benchmark(String what, int pipeline, int seconds, String... command)
            throws IOException, InterruptedException {
        double roughly = benchmark(what, pipeline, 20_000L, command).rate();
        double warm = benchmark(what, pipeline, (long) (roughly * seconds / 3), command)
                .rate();
        return benchmark(what, pipeline, (long) (warm * seconds), command);
    }

    private Figure benchmark(String what, int pipeline, long requests, String... command)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("redis-benchmark", "--csv", "-h", "127.0.0.1"));
        line.addAll(List.of("-p", Integer.toString(port), "-c", "50", "-P", Integer.toString(pipeline)));
        line.addAll(List.of("-r", "1000000", "-n", Long.toString(requests)));
        line.addAll(List.of(command));
        Duration before = server.cpu();
        String[] cells =
                run(line).strip().lines().toList().get(1).replace("\"", "").split(",", -1);
        return new Figure(
                what,
                Double.parseDouble(cells[RPS]),
                server.cpu().minus(before).toNanos() / 1e3 / requests,
                Double.parseDouble(cells[P50]),
                Double.parseDouble(cells[P99]));
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed: " + output);
        }
        return output;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
