package dev.tidemark.bench.mongo;

import dev.tidemark.bench.load.Mongo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The figures of the MongoDB backend, all or some of them. From the project's folder, with everything built:
 *
 * <pre>{@code java -cp bench/target/benchmarks.jar dev.tidemark.bench.mongo.MongoFigures [sizes] [speed] [days=7,28] [URI]}</pre>
 *
 * <p>Without a connection string it starts a {@code mongod}: the one that the tests have fetched, or else that on the PATH.
 * Databases that it makes are dropped at the end.
 */
public final class MongoFigures {

    private static final String SIZES = "sizes";
    private static final String SPEED = "speed";
    private static final String DAYS = "days=";

    private MongoFigures() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        // Comes with Quarkus' MongoDB client, and complains if it is not named before anyone logs.
        System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
        List<String> names = new ArrayList<>();
        List<Integer> days = List.of(7, 28);
        String uri = "";
        for (String arg : args) {
            if (arg.startsWith("mongodb://") || arg.startsWith("mongodb+srv://")) {
                uri = arg;
            } else if (arg.startsWith(DAYS)) {
                days = Stream.of(arg.substring(DAYS.length()).split(",", -1))
                        .map(Integer::valueOf)
                        .toList();
            } else if (arg.equals(SIZES) || arg.equals(SPEED)) {
                names.add(arg);
            } else {
                System.err.println("there are " + SIZES + " and " + SPEED + ", " + DAYS + "7,28 and mongodb://…");
                System.exit(1);
            }
        }
        List<String> wanted = names.isEmpty() ? List.of(SIZES, SPEED) : names;
        if (!uri.isEmpty()) {
            print(uri, wanted, days);
            return;
        }
        try (Mongo mongo = new Mongo()) {
            print(mongo.uri(), wanted, days);
        }
    }

    private static void print(String uri, List<String> names, List<Integer> days) throws IOException {
        if (names.contains(SIZES)) {
            Sizes.print(uri, days);
        }
        if (names.contains(SPEED)) {
            Speed.print(uri);
        }
    }
}
