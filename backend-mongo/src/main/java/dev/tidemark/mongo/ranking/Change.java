package dev.tidemark.mongo.ranking;

import dev.tidemark.ranking.Increment;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A command that changes scores: all of it, or none. */
sealed interface Change {

    Collection<String> members();

    record Setting(Map<String, Long> scores) implements Change {
        @Override
        public Collection<String> members() {
            return scores.keySet();
        }
    }

    record Incrementing(List<Increment> by, @Nullable Duration expiresIn) implements Change {
        @Override
        public Collection<String> members() {
            return by.stream().map(Increment::member).distinct().toList();
        }
    }
}
