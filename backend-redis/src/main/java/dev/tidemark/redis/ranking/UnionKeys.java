package dev.tidemark.redis.ranking;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The keys of a union that is kept, named after the hash tag of its first table and a digest of all its tables.
 *
 * <pre>
 *   union:{game}:5f0c…           sorted set   alice → 240, bob → 95
 *   union-made:{game}:5f0c…      string       1794744000000      when it was computed, by this server's clock
 *   union-lock:{game}:5f0c…      string       who computes it    only on a cluster, for tables of different tags
 *   union-part:{game}:5f0c…:…    sorted set                      what that one has put together so far
 *   tidemark:unions              sorted set   {game}:5f0c… → until when it is kept
 * </pre>
 *
 * @param name what follows the kind
 */
record UnionKeys(String name) {

    /** The list of all unions that are kept. */
    static final String LIST = "tidemark:unions";

    static UnionKeys of(List<String> tables) {
        // No name has a line break in it.
        String all = String.join("\n", tables);
        return new UnionKeys(TableKeys.tag(tables.get(0)) + ":" + digest(all));
    }

    String result() {
        return "union:" + name;
    }

    String made() {
        return "union-made:" + name;
    }

    String lock() {
        return "union-lock:" + name;
    }

    String part(String owner) {
        return "union-part:" + name + ":" + owner;
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest, 0, 20);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
