package dev.tidemark.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Requests to send again and again, made before the clock runs: whoever sends them should cost next to nothing.
 *
 * @param items events or increments in each request
 * @param connections how many send at once, each the next request when it has the answer to the last
 * @param requests whole HTTP requests
 */
public record Workload(String what, int items, int connections, List<ByteBuffer> requests) {

    private static final int SERIES = 1_000;
    private static final int MEMBERS = 1_000_000;
    private static final int BATCH = 1_000;

    private static final int BATCH_BODIES = 500;
    private static final int BATCH_CONNECTIONS = 8;
    private static final int SINGLE_BODIES = 20_000;
    private static final int SINGLE_CONNECTIONS = 50;

    /** What Redis is compared with, batches first. */
    static List<Workload> all() {
        Random random = new Random(1);
        long now = Instant.now().toEpochMilli();
        return List.of(
                counts(random, now),
                new Workload(
                        "increments of one member, 1,000 a request",
                        BATCH,
                        BATCH_CONNECTIONS,
                        requests(
                                BATCH_BODIES,
                                "/v1/rankings/one/increments",
                                "application/json",
                                () -> joined("{\"increments\":[", ",", "]}", () -> increment("member", 1)))),
                new Workload(
                        "increments over 1 M members, 1,000 a request",
                        BATCH,
                        BATCH_CONNECTIONS,
                        requests(
                                BATCH_BODIES,
                                "/v1/rankings/batches/increments",
                                "application/json",
                                () -> joined("{\"increments\":[", ",", "]}", () -> increment(random)))),
                new Workload(
                        "counts, one a request",
                        1,
                        SINGLE_CONNECTIONS,
                        requests(
                                SINGLE_BODIES, "/v1/events", "application/json", () -> "[" + count(random, now) + "]")),
                new Workload(
                        "increments over 1 M members, one a request",
                        1,
                        SINGLE_CONNECTIONS,
                        requests(
                                SINGLE_BODIES,
                                "/v1/rankings/singles/increments",
                                "application/json",
                                () -> "{\"increments\":[" + increment(random) + "]}")));
    }

    /** Counts over 1,000 series, 1,000 a request. */
    public static Workload counts() {
        return counts(new Random(1), Instant.now().toEpochMilli());
    }

    /** One reader that asks for the same again and again. */
    public static Workload get(String what, String path) {
        byte[] request =
                "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path).getBytes(UTF_8);
        return new Workload(what, 1, 1, List.of(direct(request)));
    }

    private static Workload counts(Random random, long now) {
        return new Workload(
                "counts, 1,000 a request (NDJSON)",
                BATCH,
                BATCH_CONNECTIONS,
                requests(
                        BATCH_BODIES,
                        "/v1/events",
                        "application/x-ndjson",
                        () -> joined("", "\n", "", () -> count(random, now))));
    }

    private static String joined(String before, String between, String after, Supplier<String> item) {
        return Stream.generate(item).limit(BATCH).collect(Collectors.joining(between, before, after));
    }

    /** Something that happened within the last minute, to the millisecond. */
    private static String count(Random random, long now) {
        long at = now - random.nextInt(60_000);
        return "{\"series\":\"page:%d\",\"at\":%d.%03d,\"count\":%d}"
                .formatted(random.nextInt(SERIES), at / 1000, at % 1000, 1 + random.nextInt(3));
    }

    private static String increment(Random random) {
        return increment("member:%012d".formatted(random.nextInt(MEMBERS)), 1 + random.nextInt(100));
    }

    private static String increment(String member, int by) {
        return "{\"member\":\"%s\",\"by\":%d}".formatted(member, by);
    }

    private static List<ByteBuffer> requests(int count, String path, String type, Supplier<String> body) {
        return IntStream.range(0, count)
                .mapToObj(i -> request(path, type, body.get()))
                .toList();
    }

    private static ByteBuffer request(String path, String type, String body) {
        byte[] request = "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(path, type, body.getBytes(UTF_8).length, body)
                .getBytes(UTF_8);
        return direct(request);
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
}
