package dev.tidemark.bench.redis;

import dev.tidemark.bench.load.Figure;
import dev.tidemark.bench.load.HttpLoad;
import dev.tidemark.bench.load.Redis;
import dev.tidemark.bench.load.Service;
import dev.tidemark.bench.load.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How many counts over 1,000 series the service takes in, next to what Redis does with the very same calls, and with
 * increments alone. The sides take turns, so that what else the machine does meets all of them.
 */
final class Ingest {

    private static final int ROUNDS = 5;
    private static final int SECONDS = 4;
    private static final int WARM_UP_SECONDS = 15;
    private static final int GRANULARITIES = 4;

    /** As many batches at once as the load sends, of three calls each. */
    private static final Redis.Load CALLS = new Redis.Load(8, 3, 1, 100);

    private static final Redis.Load INCREMENTS = new Redis.Load(50, 32, 4_000, 20_000);

    private Ingest() {}

    private record Row(double events, double serviceCpu, double redisCpu, double clientCpu) {

        static Row median(List<Row> rows) {
            return rows.stream()
                    .sorted((a, b) -> Double.compare(a.events, b.events))
                    .toList()
                    .get(rows.size() / 2);
        }
    }

    static void print(List<String> options) throws Exception {
        Workload counts = Workload.counts();
        try (Redis redis = new Redis()) {
            InsertCalls calls = InsertCalls.record(redis, counts);
            List<String> all = new ArrayList<>(InsertCalls.onRedis(redis.port()));
            all.addAll(options);
            try (Service service = new Service(all)) {
                compare(redis, calls, new HttpLoad(counts, service));
            }
        }
    }

    private static void compare(Redis redis, InsertCalls calls, HttpLoad load) throws Exception {
        System.err.printf("(warming up for %d s)%n", WARM_UP_SECONDS);
        load.run(Duration.ofSeconds(WARM_UP_SECONDS));
        List<Row> service = new ArrayList<>();
        List<Row> replay = new ArrayList<>();
        List<Row> oneCall = new ArrayList<>();
        List<Row> increments = new ArrayList<>();
        InsertCalls largest = calls.largest();
        for (int round = 1; round <= ROUNDS; round++) {
            System.err.printf("(round %d of %d)%n", round, ROUNDS);
            service.add(service(redis, load));
            replay.add(replay(redis, calls));
            Figure one = redis.benchmark("one call", CALLS, SECONDS, largest.firstAsText());
            oneCall.add(new Row(one.rate() * largest.events(), Double.NaN, one.cpu() / largest.events(), Double.NaN));
            Figure plain = redis.benchmark("hincrby", INCREMENTS, 2, "hincrby", "plain:__rand_int__", "30", "1");
            increments.add(new Row(plain.rate() / GRANULARITIES, Double.NaN, plain.cpu() * GRANULARITIES, Double.NaN));
        }
        System.out.printf(
                "%nCounts over 1,000 series, 1,000 events a batch; medians of %d rounds, CPU in µs an event%n"
                        + "%-46s %10s %10s %10s %10s %10s%n",
                ROUNDS, "", "events/s", "share", "service", "Redis", "client");
        double ours = Row.median(service).events;
        print("Tidemark, REST, NDJSON", Row.median(service), ours);
        print("the same calls, replayed", Row.median(replay), ours);
        print("one of these calls, redis-benchmark -c 8 -P 3", Row.median(oneCall), ours);
        print("4 HINCRBY an event, redis-benchmark -P 32", Row.median(increments), ours);
        List<Double> shares = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            shares.add(service.get(i).events / replay.get(i).events);
        }
        System.out.printf(
                Locale.ROOT,
                "share of the replay, round by round: %s%n%.1f calls a batch, %d bytes an event; the one call has %d events%n",
                shares.stream().map(share -> "%.2f".formatted(share)).toList(),
                1_000 / calls.eventsACall(),
                calls.bytes() / calls.events(),
                largest.events());
    }

    private static Row service(Redis redis, HttpLoad load) throws Exception {
        Duration redisBefore = redis.cpu();
        Duration clientBefore = ownCpu();
        Figure figure = load.run(Duration.ofSeconds(SECONDS));
        double events = figure.rate() * SECONDS;
        return new Row(
                figure.rate(),
                figure.cpu(),
                redis.cpu().minus(redisBefore).toNanos() / 1e3 / events,
                ownCpu().minus(clientBefore).toNanos() / 1e3 / events);
    }

    private static Row replay(Redis redis, InsertCalls calls) throws Exception {
        Duration clientBefore = ownCpu();
        InsertCalls.Rate rate = calls.replay(redis, Duration.ofSeconds(SECONDS));
        double client = ownCpu().minus(clientBefore).toNanos() / 1e3 / (rate.events() * SECONDS);
        return new Row(rate.events(), Double.NaN, rate.redisCpu(), client);
    }

    private static Duration ownCpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static void print(String what, Row row, double ours) {
        System.out.printf(
                Locale.ROOT,
                "%-46s %,10.0f %10.2f %10s %10s %10s%n",
                what,
                row.events,
                ours / row.events,
                micros(row.serviceCpu),
                micros(row.redisCpu),
                micros(row.clientCpu));
    }

    private static String micros(double cpu) {
        return Double.isNaN(cpu) ? "" : "%.2f".formatted(cpu);
    }
}
