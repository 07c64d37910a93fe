package dev.tidemark.mongo.client;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.connection.ClusterType;
import com.mongodb.reactivestreams.client.ClientSession;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoCollection;
import com.mongodb.reactivestreams.client.MongoDatabase;
import dev.tidemark.TidemarkException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The database that everything is kept in. What was answered is on a majority of the servers, and every read comes from the
 * primary. An operation ends within the timeout, finding a server included.
 */
public final class Database {

    private static final String UNKNOWN_COMMIT = MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL;

    private final MongoClient client;
    private final MongoDatabase database;
    private final Duration timeout;
    private final Reachability reachability = new Reachability();

    public Database(MongoClient client, String name, Duration timeout) {
        this.client = client;
        this.timeout = timeout;
        this.database = client.getDatabase(name)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary())
                .withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Runs what asks MongoDB; whatever goes wrong comes through the stage, as one of Tidemark's own exceptions. */
    public <T> CompletionStage<T> ask(Supplier<CompletionStage<T>> work) {
        return Failures.caught(work).handle((answer, failure) -> {
            if (failure == null) {
                reachability.answered();
                return answer;
            }
            TidemarkException translated = Failures.translate(failure);
            if (Failures.isAway(failure)) {
                reachability.failed(String.valueOf(translated.getMessage()));
            } else {
                reachability.answered();
            }
            throw translated;
        });
    }

    public MongoCollection<Document> collection(String name) {
        return database.getCollection(name);
    }

    public CompletionStage<@Nullable Document> command(Document command) {
        return Answers.one(database.runCommand(command));
    }

    /** Runs a command that is not for this database but for the whole deployment. */
    public CompletionStage<@Nullable Document> admin(Document command) {
        return Answers.one(client.getDatabase("admin")
                .withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .runCommand(command));
    }

    public MongoDatabase raw() {
        return database;
    }

    /**
     * Runs work as one step: all of it happens, or none. It is begun anew if it met another one on the way, so it must
     * change nothing but the database. Work that fails is undone.
     */
    public <T> CompletionStage<T> transaction(Function<ClientSession, CompletionStage<T>> work) {
        TransactionOptions transaction = TransactionOptions.builder()
                .readConcern(ReadConcern.SNAPSHOT)
                .writeConcern(WriteConcern.MAJORITY)
                .build();
        ClientSessionOptions options =
                options().defaultTransactionOptions(transaction).build();
        return Retries.within(timeout, Failures::isConflict, () -> session(options, session -> attempt(session, work)));
    }

    /** Whether commands go through a {@code mongos}, of which other clients may use another one. */
    public boolean isSharded() {
        return client.getClusterDescription().getType() != ClusterType.REPLICA_SET;
    }

    /**
     * Runs reads that all see the same moment. On a sharded cluster that is the latest one that the {@code mongos} has heard
     * of, from any of the servers that it talked to.
     * They are begun anew if the server does not have that moment.
     */
    public <T> CompletionStage<T> snapshot(Function<ClientSession, CompletionStage<T>> reads) {
        ClientSessionOptions options = options().snapshot(true).build();
        return Retries.within(timeout, Failures::isWithoutSnapshot, () -> session(options, reads));
    }

    /** Without a timeout of the session's own, a commit that is not answered would be waited for without end. */
    private ClientSessionOptions.Builder options() {
        return ClientSessionOptions.builder().defaultTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private <T> CompletionStage<T> session(
            ClientSessionOptions options, Function<ClientSession, CompletionStage<T>> work) {
        return Answers.one(client.startSession(options)).thenCompose(session -> {
            if (session == null) {
                throw new IllegalStateException("the driver gave no session");
            }
            return Failures.caught(() -> work.apply(session)).whenComplete((answer, failure) -> session.close());
        });
    }

    private <T> CompletionStage<T> attempt(ClientSession session, Function<ClientSession, CompletionStage<T>> work) {
        session.startTransaction();
        return Failures.caught(() -> work.apply(session))
                .handle((answer, failure) -> failure == null
                        ? commit(session).thenApply(done -> answer)
                        : abort(session)
                                .<T>thenCompose(done -> CompletableFuture.failedFuture(Failures.cause(failure))))
                .thenCompose(Function.identity());
    }

    /** A commit may be sent as often as one likes: it happens once. */
    private CompletionStage<@Nullable Void> commit(ClientSession session) {
        return Retries.within(
                timeout,
                failure -> Failures.hasLabel(failure, UNKNOWN_COMMIT),
                () -> Answers.one(session.commitTransaction()));
    }

    /** What cannot be aborted ends by itself. */
    private static CompletionStage<@Nullable Void> abort(ClientSession session) {
        return Answers.one(session.abortTransaction()).exceptionally(failure -> null);
    }
}
