package dev.tidemark.mongo.ranking;

import dev.tidemark.Page;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Schema;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Lookup;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import dev.tidemark.ranking.TableIncrements;
import dev.tidemark.spi.BackendConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ranked tables in MongoDB. Their documents are drawn in {@link RankingCollections}.
 *
 * <p>Changes are transactions, and reads see one moment of all documents, so no read sees a part of a command. What is due by
 * the server's own clock comes first, see {@link Undos}: whatever instances there are and whatever their clocks say.
 */
public final class MongoRankings implements RankingStore {

    private static final int UNION_LIMIT = 250_000;

    private final Database database;
    private final Schema schema;
    private final TableReads reads;
    private final TableWrites writes;
    private final BoardChanges boards;
    private final TableList list;
    private final Unions unions;

    private MongoRankings(Database database, int unionLimit) {
        this.database = database;
        schema = new Schema(database, RankingCollections.ALL);
        RankingCollections collections = new RankingCollections(database);
        Moments moments = new Moments(database, collections);
        Members members = new Members(collections);
        Undos undos = new Undos(database, collections, members);
        Leftovers leftovers = new Leftovers(database, collections);
        TableSteps steps = new TableSteps(database, collections, undos);
        TableChanges changes = new TableChanges(collections, steps, members, leftovers);
        reads = new TableReads(moments, collections, members, undos, leftovers);
        writes = new TableWrites(collections, steps, changes, undos, leftovers);
        boards = new BoardChanges(new BoardTransaction(database, collections, undos, leftovers)::apply);
        list = new TableList(database, collections, leftovers);
        unions = new Unions(
                new UnionSums(moments, collections, undos, unionLimit),
                new KeptUnions(database, moments, collections, members, leftovers));
    }

    public static MongoRankings open(BackendConfig config, Database database) {
        return new MongoRankings(database, config.number("union-limit", UNION_LIMIT, 1, Integer.MAX_VALUE));
    }

    private <T> CompletionStage<T> ready(Supplier<CompletionStage<T>> command) {
        return database.ask(() -> schema.ready().thenCompose(ready -> command.get()));
    }

    @Override
    public CompletionStage<Void> set(String table, Map<String, Long> scores) {
        return ready(() -> writes.set(table, scores));
    }

    @Override
    public CompletionStage<List<Score>> increment(String table, List<Increment> by, @Nullable Duration expiresIn) {
        return ready(() -> writes.increment(table, by, expiresIn));
    }

    @Override
    public CompletionStage<Void> incrementAll(List<TableIncrements> changes) {
        return ready(() -> boards.add(changes));
    }

    @Override
    public CompletionStage<RankPage> range(String table, Order order, long offset, int count) {
        return ready(() -> reads.range(table, order, offset, count));
    }

    @Override
    public CompletionStage<Optional<Ranked>> rank(String table, String member, Order order) {
        return ready(() -> reads.rank(table, member, order));
    }

    @Override
    public CompletionStage<Lookup> lookup(String table, List<String> members, Order order) {
        return ready(() -> reads.lookup(table, members, order));
    }

    @Override
    public CompletionStage<RankPage> around(String table, String member, Order order, int radius) {
        return ready(() -> reads.around(table, member, order, radius));
    }

    @Override
    public CompletionStage<RankPage> union(List<String> tables, Order order, int count, Duration maxAge) {
        return ready(() -> unions.ask(new UnionRequest(tables, order, count, maxAge)));
    }

    @Override
    public CompletionStage<Long> remove(String table, List<String> members) {
        return ready(() -> writes.remove(table, members));
    }

    @Override
    public CompletionStage<Boolean> drop(String table) {
        return ready(() -> writes.drop(table));
    }

    @Override
    public CompletionStage<Void> retain(String table, Duration afterLastWrite) {
        return ready(() -> writes.retain(table, afterLastWrite));
    }

    @Override
    public CompletionStage<Page<String>> tables(String prefix, String after, int limit) {
        return ready(() -> list.page(prefix, after, limit));
    }

    @Override
    public CompletionStage<Void> flushAll() {
        return ready(() -> list.dropAll().thenCompose(dropped -> unions.forgetAll()));
    }
}
