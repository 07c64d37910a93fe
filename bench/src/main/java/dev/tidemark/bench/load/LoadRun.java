package dev.tidemark.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How much the service takes in through REST, next to what {@code redis-benchmark} reaches on the same machine in the same
 * run. From the project's folder, with everything built, in about two minutes:
 *
 * <pre>{@code java -cp bench/target/benchmarks.jar dev.tidemark.bench.load.LoadRun [-D…]}</pre>
 *
 * <p>What is given goes to the service. It is measured with its defaults, and again with {@code
 * -Dtidemark.ranked.persistence=memory}, which is how the Redis is measured that it is compared with. What Redis reaches where
 * it promises as much as the defaults do, with {@code appendfsync always}, is told too.
 */
public final class LoadRun {

    private static final String IN_MEMORY = "-Dtidemark.ranked.persistence=memory";
    private static final String[] ONE = {"zincrby", "one", "1", "member"};
    private static final String[] MANY = {"zincrby", "many", "1", "member:__rand_int__"};
    private static final int PIPELINE = 32;
    private static final int SECONDS = 4;
    private static final int WARM_UP_SECONDS = 8;

    private LoadRun() {}

    /** What Redis reaches: always the same member, and one of a million, pipelined or not. */
    private record Baseline(Figure one, Figure many, Figure pipelinedOne, Figure pipelinedMany) {}

    public static void main(String[] options) throws Exception {
        if (!Redis.isInstalled()) {
            System.err.println("redis-server and redis-benchmark are needed: apt-get install redis-server redis-tools");
            System.exit(1);
        }
        if (!Files.exists(Service.JAR)) {
            System.err.println(
                    "there is no " + Service.JAR + ": run ./mvnw -q package -DskipTests, and this from there");
            System.exit(1);
        }
        List<Workload> workloads = Workload.all();
        Baseline redis = redis();
        redisThatSyncs();
        service("default settings", List.of(options), workloads, redis);
        List<String> inMemory = new ArrayList<>(List.of(options));
        inMemory.add(IN_MEMORY);
        service("in memory", inMemory, workloads, redis);
    }

    private static Baseline redis() throws IOException, InterruptedException {
        progress("Redis, redis-benchmark with 50 connections");
        try (Redis redis = new Redis()) {
            // The pipelined run over many members comes before the other, and fills the table for it.
            Figure pipelinedOne = print(redis.benchmark("zincrby -P 32, one member", PIPELINE, SECONDS, ONE), "");
            Figure pipelinedMany =
                    print(redis.benchmark("zincrby -P 32, 1 M members", PIPELINE, 2 * SECONDS, MANY), "");
            Figure singleOne = print(redis.benchmark("zincrby -P 1, one member", 1, SECONDS, ONE), "");
            Figure singleMany = print(redis.benchmark("zincrby -P 1, 1 M members", 1, SECONDS, MANY), "");
            return new Baseline(singleOne, singleMany, pipelinedOne, pipelinedMany);
        }
    }

    private static void redisThatSyncs() throws IOException, InterruptedException {
        progress("Redis with appendfsync always, redis-benchmark with 50 connections");
        try (Redis redis = Redis.thatSyncs()) {
            print(redis.benchmark("zincrby -P 32, one member", PIPELINE, SECONDS, ONE), "");
            print(redis.benchmark("zincrby -P 1, one member", 1, SECONDS, ONE), "");
        }
    }

    private static void service(String what, List<String> options, List<Workload> workloads, Baseline redis)
            throws IOException {
        progress("Tidemark, " + what + " " + options);
        try (Service service = new Service(options)) {
            List<HttpLoad> loads = workloads.stream()
                    .map(workload -> new HttpLoad(workload, service))
                    .toList();
            System.err.printf("(warming up for %d s)%n", WARM_UP_SECONDS * loads.size());
            for (HttpLoad load : loads) {
                load.run(Duration.ofSeconds(WARM_UP_SECONDS));
            }
            for (int i = 0; i < loads.size(); i++) {
                Figure figure = loads.get(i).run(Duration.ofSeconds(SECONDS));
                boolean batch = workloads.get(i).items() > 1;
                print(
                        figure,
                        "%7.2f %10.2f"
                                .formatted(
                                        figure.rate() / (batch ? redis.pipelinedOne : redis.one).rate(),
                                        figure.rate() / (batch ? redis.pipelinedMany : redis.many).rate()));
            }
        }
    }

    private static void progress(String what) {
        System.out.printf(
                "%n%s%n%-46s %10s %10s %10s %10s   %s%n",
                what, "", "a second", "CPU µs", "p50 ms", "p99 ms", "of Redis: one member, 1 M members");
    }

    private static Figure print(Figure figure, String ratios) {
        System.out.printf(
                Locale.ROOT,
                "%-46s %,10.0f %10.2f %10.2f %10.2f   %s%n",
                figure.what(),
                figure.rate(),
                figure.cpu(),
                figure.p50(),
                figure.p99(),
                ratios);
        return figure;
    }
}
