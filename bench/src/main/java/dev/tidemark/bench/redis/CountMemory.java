package dev.tidemark.bench.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.bench.load.Redis;
import dev.tidemark.spi.BackendConfig;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Granularity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a day of one event a second takes, in each layout, and written by hand. */
final class CountMemory {

    private static final int SECONDS = 86_400;
    private static final Instant START = Instant.parse("2026-11-15T00:00:00Z");
    private static final String SERIES = "purchases:item1";

    private CountMemory() {}

    private interface Day {
        void write(int port) throws Exception;
    }

    static void print() throws Exception {
        System.out.printf("%nA day of one event a second, four granularities%n%-44s %10s %10s%n", "", "keys", "MB");
        measure("Tidemark, layout hash", port -> store(port, "hash"));
        measure("Tidemark, layout string", port -> store(port, "string"));
        measure("by hand, HINCRBY, times as fields, EXPIRE", port -> byHand(port, true));
        measure("by hand, INCR, EXPIRE", port -> byHand(port, false));
    }

    private static void store(int port, String layout) throws Exception {
        BackendConfig config = BackendConfig.of("redis", Map.of("count-layout", layout));
        try (Store store = new Store(port, config, Granularity.DEFAULTS)) {
            store.insert(SECONDS, second -> new Count(SERIES, START.plusSeconds(second), 1));
        }
    }

    /** The way of the Redis cookbook, with the groups that Tidemark has. */
    private static void byHand(int port, boolean hash) throws IOException {
        Map<String, long[]> widths = Map.of(
                "1sec", new long[] {1, 300},
                "1min", new long[] {60, 8 * 3_600},
                "1hour", new long[] {3_600, 10 * 86_400},
                "1day", new long[] {86_400, 30 * 86_400});
        try (Wire wire = new Wire(port)) {
            for (Granularity granularity : Granularity.DEFAULTS) {
                long[] width = widths.getOrDefault(granularity.name(), new long[0]);
                byte[] retention = granularity.retention() == null
                        ? new byte[0]
                        : Long.toString(granularity.retention().toSeconds()).getBytes(UTF_8);
                for (long minute = 0; minute < SECONDS; minute += 60) {
                    ByteArrayOutputStream commands = new ByteArrayOutputStream();
                    int sent = 0;
                    for (long at = START.getEpochSecond() + minute; sent < 60; at++, sent++) {
                        String time = Long.toString(at - at % width[0]);
                        String key = SERIES + ":" + granularity.name() + ":" + (hash ? at - at % width[1] : time);
                        commands.writeBytes(hash ? Wire.encoded("HINCRBY", key, time, "1") : Wire.encoded("INCR", key));
                        commands.writeBytes(
                                retention.length == 0
                                        ? Wire.encoded("PING")
                                        : Wire.encoded(
                                                List.of("EXPIRE".getBytes(UTF_8), key.getBytes(UTF_8), retention)));
                    }
                    wire.send(ByteBuffer.wrap(commands.toByteArray()));
                    for (int i = 0; i < 2 * sent; i++) {
                        wire.skipAnswer();
                    }
                }
            }
        }
    }

    private static void measure(String what, Day day) throws Exception {
        try (Redis redis = new Redis();
                Wire wire = new Wire(redis.port())) {
            // The first time is for what a server keeps besides data: scripts, tables of connections.
            day.write(redis.port());
            Memory.settle(wire);
            wire.ask("FLUSHALL");
            long before = wire.info("used_memory");
            day.write(redis.port());
            Memory.settle(wire);
            long bytes = wire.info("used_memory") - before;
            int keys = wire.askList("KEYS", "*" + SERIES + "*").size();
            System.out.printf(Locale.ROOT, "%-44s %,10d %10.2f%n", what, keys, bytes / 1e6);
        }
    }
}
