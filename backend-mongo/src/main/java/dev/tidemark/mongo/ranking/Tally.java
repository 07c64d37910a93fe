package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.WriteModel;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Works out what some changes make of a table, one after the other. */
final class Tally {

    /** What came of a change: scores, or why it was refused. */
    record Outcome(List<Score> scores, @Nullable NumberOverflowException refusal) {}

    private final TableState table;
    private final long number;
    private final Map<String, Long> before;
    private final Map<String, Long> after = new TreeMap<>();
    private final List<Document> undos = new ArrayList<>();

    /** Begins with the scores that those members have who are there. */
    Tally(TableState table, long number, Map<String, Long> before) {
        this.table = table;
        this.number = number;
        this.before = before;
    }

    Outcome add(Change change) {
        if (change instanceof Change.Incrementing incrementing) {
            return add(incrementing);
        }
        after.putAll(((Change.Setting) change).scores());
        return new Outcome(List.of(), null);
    }

    private Outcome add(Change.Incrementing change) {
        Map<String, Long> sums = new HashMap<>();
        List<Score> answer = new ArrayList<>(change.by().size());
        for (Increment one : change.by()) {
            String member = one.member();
            long sum = sums.getOrDefault(member, current(member)) + one.by();
            if (Math.abs(sum) > RankingStore.MAX_SCORE) {
                return new Outcome(List.of(), NumberOverflowException.ofScore(table.name(), member));
            }
            sums.put(member, sum);
            answer.add(new Score(member, sum));
        }
        after.putAll(sums);
        if (change.expiresIn() != null) {
            undoLater(change.by(), change.expiresIn());
        }
        return new Outcome(answer, null);
    }

    private long current(String member) {
        return after.getOrDefault(member, before.getOrDefault(member, 0L));
    }

    private void undoLater(List<Increment> by, Duration expiresIn) {
        Instant at = table.now().plusMillis(expiresIn.toMillis());
        by.stream()
                .filter(one -> one.by() != 0)
                .map(one -> new Document("t", number)
                        .append("m", one.member())
                        .append("by", one.by())
                        .append("at", at))
                .forEach(undos::add);
    }

    /** How many members there will be more. */
    long added() {
        return after.keySet().stream()
                .filter(member -> !before.containsKey(member))
                .count();
    }

    List<WriteModel<Document>> writes() {
        List<WriteModel<Document>> writes = new ArrayList<>();
        after.forEach((member, score) -> {
            Long old = before.get(member);
            if (old == null) {
                writes.add(new InsertOneModel<>(
                        new Document("t", number).append("m", member).append("s", score)));
            } else {
                writes.addAll(Members.update(number, member, old, score));
            }
        });
        return writes;
    }

    List<Document> undos() {
        return undos;
    }

    /** When the first of the undos is due, those included that were pending before. */
    @Nullable
    Instant due() {
        Stream<Instant> before = table.isThere() ? Stream.ofNullable(table.due()) : Stream.empty();
        Stream<Instant> added = undos.stream().map(undo -> undo.get("at", Instant.class));
        return Stream.concat(before, added).min(Comparator.naturalOrder()).orElse(null);
    }
}
