package dev.tidemark.redis.client;

import io.vertx.redis.client.Response;
import org.jspecify.annotations.Nullable;

/**
 * What a server tells about itself.
 *
 * @param cluster whether it is a node of a cluster, where a script may touch keys of one hash slot only
 */
public record ServerInfo(String version, boolean cluster) {

    /** Reads the answer to {@code HELLO}, which every user may ask, unlike {@code INFO}. */
    static ServerInfo of(Response hello) {
        return new ServerInfo(
                text(hello.get("version")), text(hello.get("mode")).equals("cluster"));
    }

    private static String text(@Nullable Response value) {
        return value == null ? "unknown" : value.toString();
    }
}
