package dev.tidemark.it.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All that is in some servers, in a form that can be compared. */
final class RedisContents {

    private RedisContents() {}

    /** The values of all keys. A hash has its fields in order, and a set its members: where they stand in it means nothing. */
    static Map<String, Object> of(List<RedisServer> servers) {
        Map<String, Object> contents = new TreeMap<>();
        for (RedisServer server : servers) {
            try (RedisProbe probe = server.probe()) {
                probe.list("KEYS", "*").forEach(key -> contents.put(key, value(probe, key)));
            }
        }
        return contents;
    }

    /** The names of all keys. */
    static List<String> keys(List<RedisServer> servers) {
        List<String> keys = new ArrayList<>();
        servers.forEach(server -> {
            try (RedisProbe probe = server.probe()) {
                keys.addAll(probe.list("KEYS", "*"));
            }
        });
        return keys;
    }

    private static Object value(RedisProbe probe, String key) {
        String type = probe.text("TYPE", key);
        return switch (type) {
            case "string" -> probe.text("GET", key);
            case "zset" -> probe.list("ZRANGE", key, "0", "-1", "WITHSCORES");
            case "hash" -> fields(probe.list("HGETALL", key));
            case "set" -> probe.list("SMEMBERS", key).stream().sorted().toList();
            case "list" -> probe.list("LRANGE", key, "0", "-1");
            default -> throw new AssertionError(key + " is a " + type);
        };
    }

    private static Map<String, String> fields(List<String> pairs) {
        Map<String, String> fields = new TreeMap<>();
        for (int i = 0; i < pairs.size(); i += 2) {
            fields.put(pairs.get(i), pairs.get(i + 1));
        }
        return fields;
    }
}
