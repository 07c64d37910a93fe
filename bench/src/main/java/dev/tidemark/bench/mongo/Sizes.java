package dev.tidemark.bench.mongo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * What some days of prices take in each layout. All are written at the same time, each into a database of its own: how long
 * that takes is not what is measured.
 */
final class Sizes {

    private static final int BATCH = 10_000;
    private static final double MEGABYTE = 1e6;
    private static final long PROGRESS_NANOS = 10_000_000_000L;
    private static final Path CHART = Path.of("docs", "backends", "mongo-size.svg");

    private final Map<Integer, Map<Layout, Footprint>> found = new TreeMap<>();
    private final List<Integer> days;

    private Sizes(List<Integer> days) {
        this.days = days.stream().sorted().toList();
    }

    static void print(String uri, List<Integer> days) throws IOException {
        Sizes sizes = new Sizes(days);
        ExecutorService threads = Executors.newFixedThreadPool(Layout.values().length);
        try {
            List<CompletableFuture<Void>> runs = new ArrayList<>();
            for (Layout layout : Layout.values()) {
                runs.add(CompletableFuture.runAsync(() -> sizes.write(uri, layout), threads));
            }
            runs.forEach(CompletableFuture::join);
        } finally {
            threads.shutdown();
        }
        int most = sizes.days.get(sizes.days.size() - 1);
        Map<Layout, Footprint> last = sizes.found.getOrDefault(most, Map.of());
        Files.writeString(CHART, Chart.of("%d days of one sample a second".formatted(most), last));
        System.err.printf("(the chart is in %s)%n", CHART);
    }

    private void write(String uri, Layout layout) {
        Prices prices = new Prices("price:ACME");
        try (Store store = new Store(uri, "size", layout)) {
            long written = 0;
            for (int day : days) {
                long end = (long) day * Prices.SECONDS_A_DAY;
                long told = System.nanoTime();
                while (written < end) {
                    int count = (int) Math.min(BATCH, end - written);
                    store.insert(prices.next(count));
                    written += count;
                    if (System.nanoTime() - told > PROGRESS_NANOS) {
                        told = System.nanoTime();
                        System.err.printf(Locale.ROOT, "(%s: %,d of %,d)%n", layout.setting(), written, end);
                    }
                }
                add(day, layout, store.footprint());
            }
        }
    }

    private synchronized void add(int day, Layout layout, Footprint footprint) {
        Map<Layout, Footprint> ofDay = found.computeIfAbsent(day, none -> new EnumMap<>(Layout.class));
        ofDay.put(layout, footprint);
        System.err.printf("(%s: %d days, %s)%n", layout.setting(), day, footprint);
        if (ofDay.size() == Layout.values().length) {
            print(day, ofDay);
        }
    }

    private static void print(int day, Map<Layout, Footprint> sizes) {
        System.out.printf(
                Locale.ROOT,
                "%n%d days of one sample a second, %,d samples; MB%n%-10s %12s %10s %10s %10s%n",
                day,
                (long) day * Prices.SECONDS_A_DAY,
                "",
                "documents",
                "data",
                "storage",
                "index");
        sizes.forEach((layout, size) -> System.out.printf(
                Locale.ROOT,
                "%-10s %,12d %10.2f %10.2f %10.2f%n",
                layout.setting(),
                size.documents(),
                size.data() / MEGABYTE,
                size.storage() / MEGABYTE,
                size.index() / MEGABYTE));
        System.out.flush();
    }
}
