package dev.tidemark.bench.redis;

import dev.tidemark.bench.load.Redis;
import dev.tidemark.bench.load.Service;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of the Redis backend, all or some of them. From the project's folder, with everything built:
 *
 * <pre>{@code java -cp bench/target/benchmarks.jar dev.tidemark.bench.redis.RedisFigures [NAME…] [runs=20] [-D…]}</pre>
 *
 * <p>Options go to the service, where one is measured; {@code runs} is how often approximate visits are.
 */
public final class RedisFigures {

    private static final String RUNS = "runs=";

    private RedisFigures() {}

    private interface Run {
        void run(List<String> options) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        // Comes with Quarkus' Redis client, and complains if it is not named before anyone logs.
        System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
        int runs = Arrays.stream(args)
                .filter(arg -> arg.startsWith(RUNS))
                .mapToInt(arg -> Integer.parseInt(arg.substring(RUNS.length())))
                .findAny()
                .orElse(20);
        Map<String, Run> figures = new LinkedHashMap<>();
        figures.put("memory", options -> CountMemory.print());
        figures.put("visits", options -> VisitPrecision.print(runs));
        figures.put("ingest", Ingest::print);
        figures.put("range", RangeRead::print);
        figures.put("renewal", RenewalCost::print);

        List<String> options =
                Arrays.stream(args).filter(arg -> arg.startsWith("-")).toList();
        List<String> names = Arrays.stream(args)
                .filter(arg -> !arg.startsWith("-") && !arg.startsWith(RUNS))
                .toList();
        if (!figures.keySet().containsAll(names)) {
            System.err.println("there are " + String.join(", ", figures.keySet()));
            System.exit(1);
        }
        if (!Redis.isInstalled()) {
            System.err.println("redis-server and redis-benchmark are needed: apt-get install redis-server redis-tools");
            System.exit(1);
        }
        if (!Files.exists(Service.JAR)) {
            System.err.println(
                    "there is no " + Service.JAR + ": run ./mvnw -q package -DskipTests, and this from there");
            System.exit(1);
        }
        for (String name : names.isEmpty() ? figures.keySet() : names) {
            Run figure = figures.get(name);
            if (figure != null) {
                figure.run(options);
            }
        }
    }
}
