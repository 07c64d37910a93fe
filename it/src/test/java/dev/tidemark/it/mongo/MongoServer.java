package dev.tidemark.it.mongo;

import com.mongodb.client.MongoClient;
import java.nio.file.Path;
import java.util.List;
import org.bson.Document;

/** A replica set of one node: the smallest that has majority writes and transactions. */
final class MongoServer implements AutoCloseable {

    private final String replicaSet;
    private final MongoNode node;

    private MongoServer(String replicaSet, MongoNode node) {
        this.replicaSet = replicaSet;
        this.node = node;
    }

    /** Starts a server, and waits until it takes writes. The options are those of its command line. */
    static MongoServer start(String... options) {
        return start("rs0", new Document(), options);
    }

    /**
     * Starts a server that nobody kills, so a write need not be in the journal to be answered, which takes less time.
     */
    static MongoServer startUnjournaled() {
        return start("rs0", new Document("writeConcernMajorityJournalDefault", false));
    }

    static MongoServer startShard(String replicaSet) {
        return start(replicaSet, new Document(), "--shardsvr");
    }

    static MongoServer startConfig(String replicaSet) {
        return start(replicaSet, new Document("configsvr", true), "--configsvr");
    }

    private static MongoServer start(String replicaSet, Document kind, String... options) {
        MongoNode node = MongoNode.mongod(replicaSet, options);
        try {
            Document config = new Document("_id", replicaSet)
                    .append("members", List.of(new Document("_id", 0).append("host", node.host())));
            config.putAll(kind);
            node.admin(new Document("replSetInitiate", config));
            node.awaitWritable();
            return new MongoServer(replicaSet, node);
        } catch (RuntimeException e) {
            node.close();
            throw e;
        }
    }

    String uri() {
        return "mongodb://" + node.host() + "/?replicaSet=" + replicaSet;
    }

    /** The name by which a sharded cluster knows it. */
    String member() {
        return replicaSet + "/" + node.host();
    }

    Path folder() {
        return node.folder();
    }

    ProcessHandle handle() {
        return node.handle();
    }

    /** A client of this node alone. */
    MongoClient client() {
        return node.client();
    }

    /** Ends the server with SIGKILL. */
    void kill() {
        node.kill();
    }

    /** Kills the server if it runs, starts it again on the same port and folder, and waits until it takes writes. */
    void restart() {
        node.restart();
        node.awaitWritable();
    }

    /** Makes the server fall silent with its connections open, as one that hangs. */
    void pause() {
        node.pause();
    }

    void resume() {
        node.resume();
    }

    @Override
    public void close() {
        node.close();
    }
}
