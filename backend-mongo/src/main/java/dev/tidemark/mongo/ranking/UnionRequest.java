package dev.tidemark.mongo.ranking;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.InvalidValueException;
import dev.tidemark.ranking.Order;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/** What somebody asks for. */
record UnionRequest(List<String> tables, Order order, int count, Duration maxAge) {

    /** The name of what is kept for these tables, in whatever order and size. */
    String key() {
        try {
            // No name has a line break in it.
            byte[] all = String.join("\n", tables).getBytes(UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(all), 0, 20);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Words the refusal of a union that would take too long. */
    InvalidValueException tooLarge(long entries, int limit) {
        return new InvalidValueException("the union of " + tables.size() + " tables would read " + entries
                + " entries, but tidemark.mongo.union-limit is " + limit
                + ": ask for fewer or smaller tables, or raise it if that may take longer");
    }
}
