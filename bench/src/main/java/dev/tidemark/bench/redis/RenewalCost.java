package dev.tidemark.bench.redis;

import dev.tidemark.bench.load.Redis;
import dev.tidemark.bench.load.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What keeping times to live costs: the insert script as it is, and changed to do more of it, and none. */
final class RenewalCost {

    private static final int ROUNDS = 5;
    private static final int SECONDS = 3;

    /** What the script does once it knows that a key has a retention. */
    private static final String RENEWAL = """
              local left = redis.call('PTTL', key)
              if left >= retention then
                return false
              end
              redis.call('PEXPIRE', key, retention + class[3] - time() % class[3])
              return left == -1
            """;

    private static final String ALWAYS = """
              redis.call('PEXPIRE', key, retention)
              return false
            """;

    private static final String NEVER = """
              return false
            """;

    private RenewalCost() {}

    static void print(List<String> options) throws Exception {
        try (Redis redis = new Redis();
                Wire wire = new Wire(redis.port())) {
            InsertCalls asIs = InsertCalls.record(redis, Workload.counts());
            Map<String, InsertCalls> variants = new LinkedHashMap<>();
            variants.put("looked at, set once a window (as it is)", asIs);
            variants.put("set by every call", variant(wire, asIs, ALWAYS));
            variants.put("never", variant(wire, asIs, NEVER));
            measure(redis, variants);
        }
    }

    private static InsertCalls variant(Wire wire, InsertCalls asIs, String renewal) throws IOException {
        String changed = asIs.source().replace(RENEWAL, renewal);
        if (changed.equals(asIs.source())) {
            throw new IllegalStateException(
                    "insert.lua does not have the text any more that is to be changed:\n" + RENEWAL);
        }
        return asIs.of(changed, wire.ask("SCRIPT", "LOAD", changed));
    }

    private static void measure(Redis redis, Map<String, InsertCalls> variants) throws IOException {
        Map<String, List<InsertCalls.Rate>> rates = new LinkedHashMap<>();
        for (int round = 0; round <= ROUNDS; round++) {
            System.err.printf("(round %d of %d)%n", round, ROUNDS);
            for (Map.Entry<String, InsertCalls> variant : variants.entrySet()) {
                InsertCalls.Rate rate = variant.getValue().replay(redis, Duration.ofSeconds(SECONDS));
                if (round > 0) {
                    rates.computeIfAbsent(variant.getKey(), name -> new ArrayList<>())
                            .add(rate);
                }
            }
        }
        System.out.printf(
                "%nTimes to live in the insert script, the same calls replayed; medians of %d rounds%n%-42s %10s %14s%n",
                ROUNDS, "", "events/s", "Redis CPU µs");
        rates.forEach((name, of) -> System.out.printf(
                Locale.ROOT,
                "%-42s %,10.0f %14.2f%n",
                name,
                of.stream().mapToDouble(InsertCalls.Rate::events).sorted().toArray()[ROUNDS / 2],
                of.stream().mapToDouble(InsertCalls.Rate::redisCpu).sorted().toArray()[ROUNDS / 2]));
    }
}
