package dev.tidemark.bench.load;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Whether a change made the service slower. Two builds run side by side and get the same load by turns, a few seconds each, so
 * that a machine which runs faster or slower by the minute does so for both:
 *
 * <pre>{@code java -cp bench/target/benchmarks.jar dev.tidemark.bench.load.CompareBuilds BEFORE.jar AFTER.jar [-D…]}</pre>
 *
 * <p>Each jar is the {@code quarkus-run.jar} of a build. Prints medians over all rounds.
 */
public final class CompareBuilds {

    private static final Duration TURN = Duration.ofSeconds(2);
    private static final int WARM_UP_ROUNDS = 4;
    private static final int ROUNDS = 9;

    private CompareBuilds() {}

    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            System.err.println("two jars are needed, and then options for both: BEFORE.jar AFTER.jar [-D…]");
            System.exit(1);
        }
        List<String> options = List.of(args).subList(2, args.length);
        try (Service before = Service.ofJar(Path.of(args[0]), options);
                Service after = Service.ofJar(Path.of(args[1]), options)) {
            System.out.printf(
                    "%-46s %24s %24s %10s%n", "", "a second before, after", "CPU µs before, after", "CPU ratio");
            for (Workload workload : Workload.all()) {
                compare(new HttpLoad(workload, before), new HttpLoad(workload, after));
            }
        }
    }

    private static void compare(HttpLoad before, HttpLoad after) throws IOException {
        List<Figure> ofBefore = new ArrayList<>();
        List<Figure> ofAfter = new ArrayList<>();
        for (int round = 1 - WARM_UP_ROUNDS; round <= ROUNDS; round++) {
            System.err.printf("\rround %d of %d ", Math.max(round, 0), ROUNDS);
            // The one that comes second would find the machine as the first left it, so they take turns in that too.
            boolean isEven = round % 2 == 0;
            Figure first = (isEven ? before : after).run(TURN);
            Figure second = (isEven ? after : before).run(TURN);
            if (round > 0) {
                ofBefore.add(isEven ? first : second);
                ofAfter.add(isEven ? second : first);
            }
        }
        System.err.print("\r");
        double[] ratios = new double[ROUNDS];
        Arrays.setAll(ratios, i -> ofAfter.get(i).cpu() / ofBefore.get(i).cpu());
        System.out.printf(
                Locale.ROOT,
                "%-46s %,12.0f%,12.0f %12.2f%12.2f %10.2f%n",
                ofBefore.get(0).what(),
                median(ofBefore.stream().mapToDouble(Figure::rate).toArray()),
                median(ofAfter.stream().mapToDouble(Figure::rate).toArray()),
                median(ofBefore.stream().mapToDouble(Figure::cpu).toArray()),
                median(ofAfter.stream().mapToDouble(Figure::cpu).toArray()),
                median(ratios));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
