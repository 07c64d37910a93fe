package dev.tidemark.mongo.series;

import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.Names;
import dev.tidemark.Page;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Kept;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.SeriesInfo;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The names of all series with what they have:
 *
 * <pre>
 *   {_id: "purchases:item1", count: true, visit: true}
 * </pre>
 *
 * <p>A series is listed when one of its documents is new, right after it. Should the service die between the two, it is listed
 * with its next new document. MongoDB orders names by their UTF-8 bytes.
 */
final class SeriesList {

    private static final String NAME = "series";
    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private final MongoCollection<Document> collection;

    SeriesList(Database database) {
        this.collection = database.collection(NAME);
    }

    static Kept kept() {
        return new Kept(NAME, new Document("_id", 1), List.of());
    }

    CompletionStage<@Nullable Void> add(Set<String> series, Event.Kind kind) {
        if (series.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<WriteModel<Document>> models = new ArrayList<>();
        for (String name : series) {
            models.add(new UpdateOneModel<>(
                    Filters.eq("_id", name), new Document("$set", new Document(field(kind), true)), UPSERT));
        }
        return Answers.one(collection.bulkWrite(models, UNORDERED)).thenApply(done -> null);
    }

    /** Answers whether it was listed. */
    CompletionStage<Boolean> remove(String series) {
        return Answers.one(collection.deleteOne(Filters.eq("_id", series)))
                .thenApply(deleted -> deleted != null && deleted.getDeletedCount() > 0);
    }

    CompletionStage<Page<SeriesInfo>> page(String prefix, String after, int limit) {
        boolean fromAfter = !after.isEmpty() && Names.UTF8_ORDER.compare(after, prefix) >= 0;
        Bson range = Filters.and(
                fromAfter ? Filters.gt("_id", after) : Filters.gte("_id", prefix),
                Filters.lt("_id", prefix + Character.toString(Character.MAX_CODE_POINT)));
        int oneMore = limit == Integer.MAX_VALUE ? limit : limit + 1;
        return Answers.all(collection.find(range).sort(Sorts.ascending("_id")).limit(oneMore))
                .thenApply(found -> {
                    List<SeriesInfo> all = found.stream().map(SeriesList::info).toList();
                    return all.size() <= limit
                            ? new Page<>(all, null)
                            : new Page<>(
                                    all.subList(0, limit), all.get(limit - 1).name());
                });
    }

    private static SeriesInfo info(Document found) {
        Set<Event.Kind> kinds = EnumSet.noneOf(Event.Kind.class);
        for (Event.Kind kind : Event.Kind.values()) {
            if (found.getBoolean(field(kind), false)) {
                kinds.add(kind);
            }
        }
        return new SeriesInfo(found.getString("_id"), kinds);
    }

    private static String field(Event.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
