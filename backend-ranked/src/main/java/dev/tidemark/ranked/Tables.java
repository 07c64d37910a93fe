package dev.tidemark.ranked;

import dev.tidemark.Page;
import dev.tidemark.ranked.log.Command;
import dev.tidemark.ranked.table.Table;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Lookup;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import dev.tidemark.ranking.TableIncrements;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ranked tables of this process, as the store that everyone uses. */
final class Tables implements RankingStore, AutoCloseable {

    /** What a member takes while a union is computed, in bytes. */
    private static final long IN_A_UNION = 128;

    private static final RankPage NOTHING = new RankPage(0, List.of());

    private final SharedTables tables;
    private final InstantSource clock;
    private final Unions unions;

    Tables(SharedTables tables, InstantSource clock) {
        this.tables = tables;
        this.clock = clock;
        this.unions = new Unions(clock, this::scoresOf, this::requireRoom);
    }

    @Override
    @SuppressWarnings("NullAway") // a stage of Void completes with null
    public CompletionStage<Void> set(String table, Map<String, Long> scores) {
        long now = clock.millis();
        return tables.change(new Command.SetScores(now, table, scores), scores.size(), target -> {}, target -> {
            target.set(now, scores);
            return null;
        });
    }

    @Override
    public CompletionStage<List<Score>> increment(String table, List<Increment> by, @Nullable Duration expiresIn) {
        long now = clock.millis();
        Long deadline = expiresIn == null ? null : Long.valueOf(now + expiresIn.toMillis());
        return tables.change(
                new Command.IncrementScores(now, table, by, deadline),
                by.size(),
                target -> target.checkIncrement(by),
                target -> target.increment(now, by, deadline));
    }

    @Override
    public CompletionStage<Void> incrementAll(List<TableIncrements> changes) {
        return tables.change(new Command.IncrementTables(clock.millis(), changes));
    }

    @Override
    public CompletionStage<Long> remove(String table, List<String> members) {
        long now = clock.millis();
        return tables.changeIfThere(
                new Command.RemoveMembers(now, table, members), target -> target.remove(now, members), 0L);
    }

    @Override
    public CompletionStage<Boolean> drop(String table) {
        return tables.changeIfThere(
                new Command.DropTable(clock.millis(), table),
                target -> {
                    target.clear();
                    return true;
                },
                false);
    }

    @Override
    @SuppressWarnings("NullAway") // a stage of Void completes with null
    public CompletionStage<Void> retain(String table, Duration afterLastWrite) {
        long now = clock.millis();
        return tables.changeIfThere(
                new Command.RetainTable(now, table, afterLastWrite),
                target -> {
                    target.retain(now, afterLastWrite);
                    return null;
                },
                null);
    }

    @Override
    public CompletionStage<Void> flushAll() {
        CompletionStage<Void> safe = tables.dropAll(clock.millis());
        unions.forget();
        return safe;
    }

    @Override
    public CompletionStage<RankPage> range(String table, Order order, long offset, int count) {
        return read(table, target -> target.range(order, offset, count), NOTHING);
    }

    @Override
    public CompletionStage<Optional<Ranked>> rank(String table, String member, Order order) {
        return read(table, target -> target.rank(member, order), Optional.empty());
    }

    @Override
    public CompletionStage<Lookup> lookup(String table, List<String> members, Order order) {
        Lookup noneThere = new Lookup(0, Collections.nCopies(members.size(), Optional.empty()));
        return read(table, target -> target.lookup(members, order), noneThere);
    }

    @Override
    public CompletionStage<RankPage> around(String table, String member, Order order, int radius) {
        return read(table, target -> target.around(member, order, radius), NOTHING);
    }

    @Override
    public CompletionStage<RankPage> union(List<String> names, Order order, int count, Duration maxAge) {
        return unions.of(names, maxAge).thenApply(union -> union.first(order, count));
    }

    @Override
    public CompletionStage<Page<String>> tables(String prefix, String after, int limit) {
        long now = clock.millis();
        return CompletableFuture.completedFuture(
                tables.byName().page(prefix, after, limit, (name, slot) -> tables.read(slot, now, table -> name)));
    }

    private <R> CompletionStage<R> read(String table, Function<Table, R> reader, R otherwise) {
        return CompletableFuture.completedFuture(tables.read(table, clock.millis(), reader, otherwise));
    }

    private void requireRoom(List<String> names) {
        tables.memory().requireRoom("this union", IN_A_UNION * tables.members(names, clock.millis()));
    }

    private List<Score> scoresOf(String table) {
        return tables.read(table, clock.millis(), Table::scores, List.of());
    }

    /** Frees the unions that were kept and are too old to be given to anybody. */
    void dropOldUnions() {
        unions.dropOld();
    }

    /** Frees all unions that were kept, for when memory is short: they are computed again when somebody asks. */
    void dropUnions() {
        unions.forget();
    }

    @Override
    public void close() {
        unions.close();
    }
}
