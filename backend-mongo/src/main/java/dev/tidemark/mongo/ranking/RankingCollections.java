package dev.tidemark.mongo.ranking;

import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.mongo.client.Database;
import dev.tidemark.mongo.client.Kept;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.Document;

/**
 * The collections that rankings are kept in.
 *
 * <pre>
 *   ranking_tables       {_id: "game@total", t: 4711, n: 2, v: 17, at: ISODate("2026-11-15T12:00:00Z"),
 *                         due: ISODate("2026-11-15T12:05:00Z"),
 *                         retention: 86400000, until: ISODate("2026-11-16T12:00:00Z")}
 *   rankings             {t: 4711, m: "ada", s: 7}
 *   ranking_undos        {t: 4711, m: "ada", by: 5, at: ISODate("2026-11-15T12:05:00Z")}
 *   ranking_unions       {_id: "5f0c…", t: 4712, n: 2, made: ISODate("2026-11-15T12:00:00Z"),
 *                         until: ISODate("2026-11-15T12:10:00Z")}
 *   ranking_leftovers    {_id: 4700, after: ISODate("2026-11-15T12:00:00Z")}
 * </pre>
 *
 * <p>A table's members are found by a random number, {@code t}, that the table is given when it begins. So a table ends with
 * the one document that names it, however many members it has: nobody finds them any more, and one who begins it anew begins
 * from nothing. Numbers whose members are still to be cleared away are leftovers. The members of a union that is kept are
 * found in the same way.
 *
 * <p>{@code n} is how many members there are, {@code v} counts changes, {@code at} is when the last one was. {@code due} is
 * there while undos are pending, and none of them is due earlier. A table with a retention is there until {@code until}. All
 * times are the server's.
 *
 * <p>MongoDB compares strings by their UTF-8 bytes, so the index by score has the order of a ranking.
 */
final class RankingCollections {

    private static final String TABLES = "ranking_tables";
    private static final String SCORES = "rankings";
    private static final String UNDOS = "ranking_undos";
    private static final String UNIONS = "ranking_unions";
    private static final String LEFTOVERS = "ranking_leftovers";

    private static final Document BY_NAME = new Document("_id", 1);
    private static final Document BY_MEMBER = new Document("t", 1).append("m", 1);

    /** The index by score, in the order of a ranking. */
    static final Document BY_SCORE = new Document("t", 1).append("s", 1).append("m", 1);

    static final List<Kept> ALL = List.of(
            new Kept(TABLES, BY_NAME, List.of(new IndexModel(Indexes.ascending("until")))),
            new Kept(
                    SCORES,
                    BY_MEMBER,
                    List.of(new IndexModel(BY_MEMBER, new IndexOptions().unique(true)), new IndexModel(BY_SCORE))),
            new Kept(
                    UNDOS, BY_MEMBER, List.of(new IndexModel(BY_MEMBER), new IndexModel(Indexes.ascending("t", "at")))),
            new Kept(UNIONS, BY_NAME, List.of(new IndexModel(Indexes.ascending("until")))),
            new Kept(LEFTOVERS, BY_NAME, List.of(new IndexModel(Indexes.ascending("after")))));

    private final Database database;

    RankingCollections(Database database) {
        this.database = database;
    }

    /** A number that no table or union has. */
    static long newNumber() {
        return ThreadLocalRandom.current().nextLong();
    }

    MongoCollection<Document> tables() {
        return database.collection(TABLES);
    }

    MongoCollection<Document> scores() {
        return database.collection(SCORES);
    }

    MongoCollection<Document> undos() {
        return database.collection(UNDOS);
    }

    MongoCollection<Document> unions() {
        return database.collection(UNIONS);
    }

    MongoCollection<Document> leftovers() {
        return database.collection(LEFTOVERS);
    }
}
