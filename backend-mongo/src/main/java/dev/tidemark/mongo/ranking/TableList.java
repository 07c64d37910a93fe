package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.tidemark.Names;
import dev.tidemark.Page;
import dev.tidemark.mongo.client.Answers;
import dev.tidemark.mongo.client.Database;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The list of all tables, which are in order of their names' UTF-8 bytes. */
final class TableList {

    private static final int STEP = 200;

    private final Database database;
    private final RankingCollections collections;
    private final Leftovers leftovers;

    TableList(Database database, RankingCollections collections, Leftovers leftovers) {
        this.database = database;
        this.collections = collections;
        this.leftovers = leftovers;
    }

    CompletionStage<Page<String>> page(String prefix, String after, int limit) {
        Bson from = Names.UTF8_ORDER.compare(after, prefix) >= 0 && !after.isEmpty()
                ? Filters.gt("_id", after)
                : Filters.gte("_id", prefix);
        Bson live = Filters.nor(ServerTime.where(ServerTime.hasCome("until")));
        return names(Filters.and(from, live), (int) Math.min(limit + 1L, Integer.MAX_VALUE))
                .thenApply(found -> {
                    // Those with the prefix come first, so what follows them ends the list.
                    List<String> names = found.stream()
                            .takeWhile(name -> name.startsWith(prefix))
                            .toList();
                    if (names.size() <= limit) {
                        return new Page<>(names, null);
                    }
                    List<String> items = names.subList(0, limit);
                    return new Page<>(items, items.get(limit - 1));
                });
    }

    private CompletionStage<List<String>> names(Bson filter, int count) {
        return Answers.all(collections
                        .tables()
                        .find(filter)
                        .projection(Projections.include("_id"))
                        .sort(Sorts.ascending("_id"))
                        .limit(count))
                .thenApply(found ->
                        found.stream().map(table -> table.getString("_id")).toList());
    }

    /** Drops every table, some at a time. */
    CompletionStage<Void> dropAll() {
        return dropAfter("").thenAccept(done -> leftovers.clearSoon());
    }

    private CompletionStage<Void> dropAfter(String name) {
        return names(Filters.gt("_id", name), STEP)
                .thenCompose(names -> names.isEmpty()
                        ? CompletableFuture.completedFuture(null)
                        : drop(names).thenCompose(done -> dropAfter(names.get(names.size() - 1))));
    }

    private CompletionStage<Void> drop(List<String> names) {
        Bson named = Filters.in("_id", names);
        return database.transaction(session -> Answers.all(
                                collections.tables().find(session, named).projection(TableState.FIELDS))
                        .thenCompose(found -> {
                            List<Document> numbers = found.stream()
                                    .map(TableState::of)
                                    .map(table ->
                                            new Document("_id", table.requireNumber()).append("after", table.now()))
                                    .toList();
                            return numbers.isEmpty()
                                    ? CompletableFuture.completedFuture(null)
                                    : Answers.one(collections.leftovers().insertMany(session, numbers));
                        })
                        .thenCompose(noted -> Answers.one(collections.tables().deleteMany(session, named))))
                .thenAccept(done -> {});
    }
}
