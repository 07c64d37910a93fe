package dev.tidemark.redis.ranking;

import dev.tidemark.InvalidValueException;
import dev.tidemark.ranking.Order;
import java.time.Duration;
import java.util.List;

/** What somebody asks for. */
record UnionRequest(List<String> tables, Order order, int count, Duration maxAge) {

    /** Whether all tables are on one node of a cluster, whichever it is. */
    boolean hasOneTag() {
        return tables.stream().map(TableKeys::tag).distinct().count() == 1;
    }

    /** Words the refusal of a union that would hold up the server for too long. */
    InvalidValueException tooLarge(long entries, int limit) {
        return new InvalidValueException("the union of " + tables.size() + " tables would read " + entries
                + " entries, but tidemark.redis.union-limit is " + limit
                + ": ask for fewer or smaller tables, or raise it if Redis may be held up that long");
    }
}
