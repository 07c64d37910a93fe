package dev.tidemark.it.mongo;

import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;

/** Three nodes that elect a primary within some seconds. */
final class MongoReplicaSet implements AutoCloseable {

    private static final String NAME = "rs0";
    private static final int SIZE = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final List<MongoNode> nodes = new ArrayList<>();

    private MongoReplicaSet() {}

    /** Waits for a primary and two secondaries. */
    static MongoReplicaSet start() {
        MongoReplicaSet set = new MongoReplicaSet();
        try {
            for (int i = 0; i < SIZE; i++) {
                set.nodes.add(MongoNode.mongod(NAME));
            }
            set.initiate();
            set.awaitMembers();
            return set;
        } catch (RuntimeException e) {
            set.close();
            throw e;
        }
    }

    private void initiate() {
        List<Document> members = IntStream.range(0, SIZE)
                .mapToObj(
                        i -> new Document("_id", i).append("host", nodes.get(i).host()))
                .toList();
        Document settings = new Document("electionTimeoutMillis", 2_000).append("heartbeatIntervalMillis", 500);
        nodes.get(0)
                .admin(new Document(
                        "replSetInitiate",
                        new Document("_id", NAME).append("members", members).append("settings", settings)));
    }

    /** Waits until one node is the primary, and all others follow it. */
    void awaitMembers() {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> states().equals(List.of("PRIMARY", "SECONDARY", "SECONDARY")));
        primary().awaitWritable();
    }

    private List<String> states() {
        try {
            return nodes.get(0).admin(new Document("replSetGetStatus", 1)).getList("members", Document.class).stream()
                    .map(member -> member.getString("stateStr"))
                    .sorted()
                    .toList();
        } catch (MongoException e) {
            // A node that starts may not know its set yet, and one that changes its state drops its connections.
            return List.of();
        }
    }

    List<MongoNode> nodes() {
        return List.copyOf(nodes);
    }

    String uri() {
        return nodes.stream()
                .map(MongoNode::host)
                .collect(Collectors.joining(",", "mongodb://", "/?replicaSet=" + NAME));
    }

    /** The node that takes writes. Waits while there is none. */
    MongoNode primary() {
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(this::findPrimary, Optional::isPresent)
                .orElseThrow();
    }

    private Optional<MongoNode> findPrimary() {
        return nodes.stream()
                .filter(node -> node.handle().isAlive())
                .filter(MongoReplicaSet::isPrimary)
                .findFirst();
    }

    private static boolean isPrimary(MongoNode node) {
        try {
            return node.admin(new Document("hello", 1)).getBoolean("isWritablePrimary");
        } catch (MongoException e) {
            return false;
        }
    }

    /** Ends the primary with SIGKILL, and answers which it was. The others elect one of them. */
    MongoNode killPrimary() {
        MongoNode primary = primary();
        primary.kill();
        return primary;
    }

    @Override
    public void close() {
        nodes.forEach(MongoNode::close);
    }
}
