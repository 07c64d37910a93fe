package dev.tidemark.bench;

import dev.tidemark.ranking.RankingStore;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What a member costs in memory besides its own name: the heap after a collection, less that of the names alone.
 *
 * <pre>
 *   java -Xmx6g -cp bench/target/benchmarks.jar dev.tidemark.bench.Footprint
 * </pre>
 */
public final class Footprint {

    private static final int AT_ONCE = 1000;

    private Footprint() {}

    public static void main(String[] args) {
        System.out.printf("%8s %12s %16s %16s%n", "tables", "members each", "bytes a member", "bytes a table");
        measure(1, 1_000_000);
        measure(1, 10_000_000);
        measure(10_000, 1);
        measure(10_000, 10);
        measure(10_000, 100);
    }

    private static void measure(int tables, int members) {
        long empty = used();
        String[][] names = new String[tables][members];
        for (int table = 0; table < tables; table++) {
            for (int i = 0; i < members; i++) {
                names[table][i] = "member:" + i;
            }
        }
        long before = used();
        RankingStore store = EmbeddedRankingBenchmark.open();
        for (int table = 0; table < tables; table++) {
            fill(store, "table:" + table, names[table]);
        }
        double bytes = used() - before;
        System.out.printf(
                "%8d %12d %16.1f %16.0f   (a name: %.1f)%n",
                tables,
                members,
                bytes / tables / members,
                bytes / tables,
                (double) (before - empty) / tables / members);
        store.flushAll();
    }

    private static void fill(RankingStore store, String table, String[] names) {
        SplittableRandom random = new SplittableRandom(1);
        Map<String, Long> scores = new HashMap<>();
        for (int i = 0; i < names.length; i++) {
            scores.put(names[i], random.nextLong(names.length));
            if (scores.size() == AT_ONCE || i + 1 == names.length) {
                store.set(table, scores);
                scores.clear();
            }
        }
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
