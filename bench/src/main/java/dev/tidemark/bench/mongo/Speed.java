package dev.tidemark.bench.mongo;

import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.TimeRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How many samples a second each layout takes in from one writer, and how long it takes to fetch a day of them. The layouts
 * take turns, so that what else the machine does meets all of them.
 */
final class Speed {

    private static final int ROUNDS = 5;
    private static final int SERIES = 10;
    private static final int BATCH = 1_000;
    private static final int BATCHES_A_ROUND = 10;
    private static final int LIMIT = 100_000;
    private static final int DAY_BATCH = 10_000;
    private static final String DAY = "price:day";

    private Speed() {}

    /** A layout under test, with what was measured so far. */
    private static final class Side implements AutoCloseable {
        private final Store store;
        private final List<Prices> prices = new ArrayList<>();
        private final List<Double> rates = new ArrayList<>();
        private final List<Double> fetches = new ArrayList<>();

        Side(String uri, Layout layout) {
            store = new Store(uri, "speed", layout);
            for (int i = 0; i < SERIES; i++) {
                prices.add(new Prices("price:" + i));
            }
        }

        void writeDay() {
            Prices day = new Prices(DAY);
            for (int left = Prices.SECONDS_A_DAY; left > 0; left -= DAY_BATCH) {
                store.insert(day.next(Math.min(left, DAY_BATCH)));
            }
        }

        void ingest() {
            List<List<Event>> batches = new ArrayList<>();
            for (int i = 0; i < BATCHES_A_ROUND; i++) {
                List<Event> batch = new ArrayList<>(BATCH);
                prices.forEach(series -> batch.addAll(series.next(BATCH / SERIES)));
                batches.add(batch);
            }
            long start = System.nanoTime();
            batches.forEach(store::insert);
            rates.add((double) BATCH * BATCHES_A_ROUND / ((System.nanoTime() - start) / 1e9));
        }

        void fetch() {
            TimeRange day = new TimeRange(Prices.START, Prices.START.plusSeconds(Prices.SECONDS_A_DAY - 1));
            long start = System.nanoTime();
            int found = store.series()
                    .samples(DAY, day, LIMIT)
                    .toCompletableFuture()
                    .join()
                    .size();
            fetches.add((System.nanoTime() - start) / 1e6);
            if (found != Prices.SECONDS_A_DAY) {
                throw new IllegalStateException(
                        "a day has %,d samples, but %,d were found".formatted(Prices.SECONDS_A_DAY, found));
            }
        }

        @Override
        public void close() {
            store.close();
        }
    }

    static void print(String uri) {
        Map<Layout, Side> sides = new EnumMap<>(Layout.class);
        try {
            for (Layout layout : Layout.values()) {
                System.err.printf("(%s: writing a day)%n", layout.setting());
                Side side = new Side(uri, layout);
                sides.put(layout, side);
                side.writeDay();
                side.ingest();
                side.fetch();
                side.rates.clear();
                side.fetches.clear();
            }
            for (int round = 1; round <= ROUNDS; round++) {
                System.err.printf("(round %d of %d)%n", round, ROUNDS);
                sides.values().forEach(Side::ingest);
                sides.values().forEach(Side::fetch);
            }
            print(sides);
        } finally {
            sides.values().forEach(Side::close);
        }
    }

    private static void print(Map<Layout, Side> sides) {
        System.out.printf(
                Locale.ROOT,
                "%nBatches of %,d over %d series, one writer; a day of %,d samples; medians of %d rounds%n%-10s %12s %12s%n",
                BATCH,
                SERIES,
                Prices.SECONDS_A_DAY,
                ROUNDS,
                "",
                "samples/s",
                "day, ms");
        sides.forEach((layout, side) -> System.out.printf(
                Locale.ROOT, "%-10s %,12.0f %12.1f%n", layout.setting(), median(side.rates), median(side.fetches)));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
