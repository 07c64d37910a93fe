package dev.tidemark.bench.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.bench.load.HttpLoad;
import dev.tidemark.bench.load.Redis;
import dev.tidemark.bench.load.Service;
import dev.tidemark.bench.load.Workload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * What the service says to Redis when it is sent counts in batches.
 *
 * @param source of the insert script
 * @param calls of that script, each as its parts
 * @param events how many these calls insert
 */
record InsertCalls(String source, List<List<byte[]>> calls, long events) {

    private static final int BATCHES = 100;

    /** How many calls are under way at once; more do not make Redis faster. */
    private static final int IN_FLIGHT = 32;

    /** What Redis did in a run. */
    record Rate(double events, double redisCpu) {}

    static InsertCalls record(Redis redis, Workload counts) throws IOException {
        System.err.println("(writing down what the service sends to Redis)");
        try (Recorder recorder = new Recorder(redis.port())) {
            try (Service service = new Service(onRedis(recorder.port()))) {
                new HttpLoad(counts, service).send(BATCHES);
            }
            List<List<byte[]>> calls = new ArrayList<>();
            String source = "";
            for (List<byte[]> command : recorder.commands()) {
                String name = new String(command.get(0), UTF_8);
                if (name.equalsIgnoreCase("EVALSHA")) {
                    calls.add(command);
                } else if (name.equalsIgnoreCase("EVAL")) {
                    source = new String(command.get(1), UTF_8);
                }
            }
            if (!source.contains("HINCRBY")
                    || calls.stream()
                                    .map(call -> new String(call.get(1), UTF_8))
                                    .distinct()
                                    .count()
                            != 1) {
                throw new IllegalStateException("the service did not insert by calls of one script");
            }
            return new InsertCalls(source, calls, (long) BATCHES * counts.items());
        }
    }

    static List<String> onRedis(int port) {
        return List.of("-Dtidemark.backend=redis", "-Dquarkus.redis.hosts=redis://127.0.0.1:" + port);
    }

    double eventsACall() {
        return events / (double) calls.size();
    }

    /** The same calls of another script. */
    InsertCalls of(String otherSource, String sha1) {
        List<List<byte[]>> others = new ArrayList<>();
        for (List<byte[]> call : calls) {
            List<byte[]> other = new ArrayList<>(call);
            other.set(1, sha1.getBytes(UTF_8));
            others.add(other);
        }
        return new InsertCalls(otherSource, others, events);
    }

    /** Sends the calls again and again over one connection, some ahead of the answers, for some time. */
    Rate replay(Redis redis, Duration duration) throws IOException {
        List<ByteBuffer> encoded =
                calls.stream().map(Wire::encoded).map(Wire::direct).toList();
        try (Wire wire = new Wire(redis.port())) {
            Duration cpu = redis.cpu();
            long start = System.nanoTime();
            long sent = 0;
            long answered = 0;
            while (System.nanoTime() - start < duration.toNanos()) {
                wire.send(encoded.get((int) (sent++ % encoded.size())));
                if (sent - answered == IN_FLIGHT) {
                    wire.skipAnswer();
                    answered++;
                }
            }
            for (; answered < sent; answered++) {
                wire.skipAnswer();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            double inserted = sent * eventsACall();
            return new Rate(inserted / seconds, redis.cpu().minus(cpu).toNanos() / 1e3 / inserted);
        }
    }

    /** The largest of the calls alone, with its share of the events. */
    InsertCalls largest() {
        List<byte[]> largest = Collections.max(calls, Comparator.comparingInt(List::size));
        double all = calls.stream().mapToInt(List::size).sum();
        return new InsertCalls(source, List.of(largest), Math.round(events * largest.size() / all));
    }

    int bytes() {
        return calls.stream().mapToInt(call -> Wire.encoded(call).length).sum();
    }

    /** The first call as arguments of a process. They cannot contain a zero byte: another stands for it. */
    String[] firstAsText() {
        return calls.get(0).stream()
                .map(part -> new String(part, UTF_8).replace('\0', '\1'))
                .toArray(String[]::new);
    }
}
