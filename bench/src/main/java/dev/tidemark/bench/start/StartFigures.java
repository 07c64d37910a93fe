package dev.tidemark.bench.start;

import dev.tidemark.bench.load.HttpLoad;
import dev.tidemark.bench.load.Service;
import dev.tidemark.bench.load.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The native executable next to the JVM: how it was built, how soon it answers, what memory it takes and how much it takes in
 * through REST, all on the embedded engine with its defaults. From the project's folder, in about five minutes, with the Java
 * that the jar is to run on:
 *
 * <pre>{@code
 * ./mvnw -q package -Dnative -Daot -DskipTests
 * java -cp bench/target/benchmarks.jar dev.tidemark.bench.start.StartFigures
 * }</pre>
 *
 * <p>Forms that are not built are left out.
 */
public final class StartFigures {

    private static final Path BUILD =
            Form.BINARY.resolveSibling(Path.of("tidemark-native-image-source-jar", "tidemark-build-output-stats.json"));

    private static final int STARTS = 21;
    private static final Duration IDLE = Duration.ofSeconds(5);

    /** Requests of 1,000 events. */
    private static final int REQUESTS = 100;

    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final Duration ROUND = Duration.ofSeconds(4);
    private static final int ROUNDS = 5;

    private StartFigures() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        List<Form> forms = Form.built();
        if (forms.isEmpty()) {
            System.err.println(
                    "nothing is built: run ./mvnw -q package -Dnative -Daot -DskipTests, and this from there");
            System.exit(1);
        }
        build();
        starts(forms);
        memory(forms);
        throughput(forms);
    }

    private static void build() throws IOException {
        if (!Files.exists(BUILD)) {
            return;
        }
        String stats = Files.readString(BUILD);
        System.out.printf(
                Locale.ROOT,
                "Building the executable took %.0f s and %.2f GB; it has %.1f MB%n",
                number(stats, "total_secs"),
                number(stats, "peak_rss_bytes") / 1e9,
                Files.size(Form.BINARY) / 1e6);
    }

    /** The last of that name: there are times of parts of the build too, and they come before. */
    private static double number(String json, String name) {
        return Pattern.compile("\"" + name + "\"\\s*:\\s*([0-9.]+)")
                .matcher(json)
                .results()
                .mapToDouble(match -> Double.parseDouble(match.group(1)))
                .reduce((before, last) -> last)
                .orElse(Double.NaN);
    }

    private static void starts(List<Form> forms) throws IOException {
        Map<Form, double[]> millis = new LinkedHashMap<>();
        forms.forEach(form -> millis.put(form, new double[STARTS]));
        for (int i = 0; i < STARTS; i++) {
            System.err.printf("(start %d of %d)%n", i + 1, STARTS);
            for (Map.Entry<Form, double[]> form : millis.entrySet()) {
                FirstAnswer first = FirstAnswer.of(form.getKey());
                first.service().close();
                form.getValue()[i] = first.millis();
            }
        }
        System.out.printf(
                "%nms to the first 200, of %d starts%n%-20s %10s %10s %10s%n", STARTS, "", "least", "median", "most");
        millis.forEach((form, each) -> {
            Arrays.sort(each);
            System.out.printf(
                    Locale.ROOT,
                    "%-20s %10.1f %10.1f %10.1f%n",
                    form.name(),
                    each[0],
                    each[STARTS / 2],
                    each[STARTS - 1]);
        });
    }

    private static void memory(List<Form> forms) throws IOException, InterruptedException {
        System.out.printf("%nMB resident%n%-20s %10s %24s%n", "", "idle", "after 100,000 events");
        Workload counts = Workload.counts();
        for (Form form : forms) {
            FirstAnswer first = FirstAnswer.of(form);
            try (Service service = first.service()) {
                // So that whatever a start leaves to do later is done.
                Thread.sleep(IDLE.toMillis());
                long idle = service.residentBytes();
                new HttpLoad(counts, service).send(REQUESTS);
                System.out.printf(
                        Locale.ROOT, "%-20s %10.1f %24.1f%n", form.name(), idle / 1e6, service.residentBytes() / 1e6);
            }
        }
    }

    private static void throughput(List<Form> forms) throws IOException {
        Workload counts = Workload.counts();
        List<FirstAnswer> started = new ArrayList<>();
        try {
            List<HttpLoad> loads = new ArrayList<>();
            for (Form form : forms) {
                FirstAnswer first = FirstAnswer.of(form);
                started.add(first);
                loads.add(new HttpLoad(counts, first.service()));
            }
            double[][] rates = new double[forms.size()][ROUNDS];
            double[] warmingUp = new double[forms.size()];
            System.err.printf("(warming up for %d s)%n", WARM_UP.toSeconds() * forms.size());
            for (int form = 0; form < forms.size(); form++) {
                warmingUp[form] = loads.get(form).run(Duration.ofSeconds(1)).rate();
                loads.get(form).run(WARM_UP);
            }
            // They take turns, so that what else goes on here hits all of them.
            for (int round = 0; round < ROUNDS; round++) {
                System.err.printf("(round %d of %d)%n", round + 1, ROUNDS);
                for (int form = 0; form < forms.size(); form++) {
                    rates[form][round] = loads.get(form).run(ROUND).rate();
                }
            }
            System.out.printf(
                    "%nEvents a second, counts, 1,000 a request (NDJSON), medians of %d rounds%n%-20s %16s %16s%n",
                    ROUNDS, "", "first second", "warm");
            for (int form = 0; form < forms.size(); form++) {
                Arrays.sort(rates[form]);
                System.out.printf(
                        Locale.ROOT,
                        "%-20s %,16.0f %,16.0f%n",
                        forms.get(form).name(),
                        warmingUp[form],
                        rates[form][ROUNDS / 2]);
            }
        } finally {
            started.forEach(first -> first.service().close());
        }
    }
}
