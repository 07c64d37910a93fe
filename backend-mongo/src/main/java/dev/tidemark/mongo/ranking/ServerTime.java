package dev.tidemark.mongo.ranking;

import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Expressions that go by the server's clock: no other one counts. */
final class ServerTime {

    static final String NOW = "$$NOW";

    private ServerTime() {}

    /** Whether a field holds a time that has come. */
    static Document hasCome(String field) {
        return new Document("$and", List.of(isTime(field), new Document("$lte", List.of("$" + field, NOW))));
    }

    /** Whether a field holds a time that is still to come. */
    static Document isToCome(String field) {
        return new Document("$and", List.of(isTime(field), new Document("$gt", List.of("$" + field, NOW))));
    }

    static Document inMillis(Object millis) {
        return new Document("$add", List.of(NOW, millis));
    }

    /** What a field holds, if it is there. */
    static @Nullable Instant in(Document found, String field) {
        Date time = found.getDate(field);
        return time == null ? null : time.toInstant();
    }

    /** For queries. */
    static Bson where(Document expression) {
        return new Document("$expr", expression);
    }

    /** MongoDB compares anything with a time, even what is not there. */
    private static Document isTime(String field) {
        return new Document("$eq", List.of(new Document("$type", "$" + field), "date"));
    }
}
