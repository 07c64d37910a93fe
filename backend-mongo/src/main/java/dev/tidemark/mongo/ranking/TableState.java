package dev.tidemark.mongo.ranking;

import java.time.Instant;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a table, as {@link RankingCollections} draws it.
 *
 * @param number what its members are found by; null if it has not begun
 * @param now the server's time when it was looked at
 */
record TableState(
        String name,
        @Nullable Long number,
        long members,
        @Nullable Long retention,
        @Nullable Instant until,
        @Nullable Instant due,
        Instant now) {

    /** The fields to read, and the time of reading. */
    static final Document FIELDS = new Document("t", 1)
            .append("n", 1)
            .append("retention", 1)
            .append("until", 1)
            .append("due", 1)
            .append("at", ServerTime.NOW);

    static TableState of(Document found) {
        Number members = found.get("n", Number.class);
        return new TableState(
                found.getString("_id"),
                found.getLong("t"),
                members == null ? 0 : members.longValue(),
                found.getLong("retention"),
                ServerTime.in(found, "until"),
                ServerTime.in(found, "due"),
                found.getDate("at").toInstant());
    }

    /**
     * Marks a table as changed by this transaction, so that no other one can change it meanwhile, and renews its retention
     * unless it has ended, or undos are due, which come first.
     */
    static List<Document> touched() {
        Document revision = new Document("$add", List.of(new Document("$ifNull", List.of("$v", 0L)), 1L));
        Document alive = new Document(
                "$and",
                List.of(ServerTime.isToCome("until"), new Document("$not", List.of(ServerTime.hasCome("due")))));
        Document until = new Document("$cond", List.of(alive, ServerTime.inMillis("$retention"), "$until"));
        return List.of(new Document(
                "$set", new Document("v", revision).append("at", ServerTime.NOW).append("until", until)));
    }

    boolean isThere() {
        return number != null && !hasEnded();
    }

    /** Whether it ran out of its retention. Nobody has cleared it away yet. */
    boolean hasEnded() {
        return until != null && !until.isAfter(now);
    }

    boolean hasDueUndos() {
        return isThere() && due != null && !due.isAfter(now);
    }

    long requireNumber() {
        if (number == null) {
            throw new IllegalStateException("table '" + name + "' has not begun");
        }
        return number;
    }
}
