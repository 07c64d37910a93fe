package dev.tidemark.bench.redis;

import dev.tidemark.bench.load.HttpLoad;
import dev.tidemark.bench.load.Redis;
import dev.tidemark.bench.load.Service;
import dev.tidemark.bench.load.Workload;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.TimeRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How long 10,000 points take, next to reading the same keys with nothing around it. One reader; the sides take turns. */
final class RangeRead {

    private static final int POINTS = 10_000;
    private static final String SERIES = "range";
    private static final Instant START = Instant.parse("2026-11-15T00:00:00Z");
    private static final TimeRange RANGE = new TimeRange(START, START.plusSeconds(POINTS - 1));
    private static final int ROUNDS = 5;
    private static final int READS = 300;
    private static final int WARM_UP_READS = 2_000;

    private RangeRead() {}

    private interface Read {
        void run() throws IOException;
    }

    static void print(List<String> options) throws Exception {
        try (Redis redis = new Redis();
                Store store =
                        new Store(redis.port(), BackendConfig.of("redis", Map.of()), List.of(Granularity.SECOND));
                Wire wire = new Wire(redis.port())) {
            store.insert(POINTS, second -> new Count(SERIES, START.plusSeconds(second), 1));
            List<String> all = new ArrayList<>(InsertCalls.onRedis(redis.port()));
            all.addAll(options);
            try (Service service = new Service(all)) {
                compare(store, wire, service);
            }
        }
    }

    private static void compare(Store store, Wire wire, Service service) throws IOException {
        List<String> keys = wire.askList("KEYS", "{" + SERIES + "}:1sec:*");
        ByteArrayOutputStream commands = new ByteArrayOutputStream();
        keys.forEach(key -> commands.writeBytes(Wire.encoded("HGETALL", key)));
        ByteBuffer pipeline = Wire.direct(commands.toByteArray());
        Read raw = () -> {
            wire.send(pipeline);
            for (int i = 0; i < keys.size(); i++) {
                wire.skipAnswer();
            }
        };
        Read api = () -> {
            int points = store.series()
                    .counts(SERIES, Granularity.SECOND, RANGE)
                    .toCompletableFuture()
                    .join()
                    .size();
            if (points != POINTS) {
                throw new IllegalStateException(points + " points");
            }
        };
        HttpLoad rest = new HttpLoad(
                Workload.get(
                        "range",
                        "/v1/series/%s/counts?granularity=1sec&from=%d&to=%d"
                                .formatted(
                                        SERIES,
                                        RANGE.from().getEpochSecond(),
                                        RANGE.to().getEpochSecond())),
                service);
        System.err.println("(warming up)");
        median(raw, WARM_UP_READS);
        median(api, WARM_UP_READS);
        rest.run(Duration.ofSeconds(10));
        double[] raws = new double[ROUNDS];
        double[] apis = new double[ROUNDS];
        double[] rests = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            raws[round] = median(raw, READS);
            apis[round] = median(api, READS);
            rests[round] = rest.run(Duration.ofSeconds(2)).p50();
        }
        System.out.printf(
                "%nA range of %,d points, 1sec, layout hash; medians of %d rounds%n%-34s %10s %10s%n",
                POINTS, ROUNDS, "", "ms", "times");
        double bare = middle(raws);
        print("HGETALL of the " + keys.size() + " keys, pipelined", bare, bare);
        print("Tidemark, Java", middle(apis), bare);
        print("Tidemark, REST", middle(rests), bare);
    }

    private static double median(Read read, int times) throws IOException {
        double[] millis = new double[times];
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            read.run();
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        return middle(millis);
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void print(String what, double millis, double bare) {
        System.out.printf(Locale.ROOT, "%-34s %10.2f %10.2f%n", what, millis, millis / bare);
    }
}
