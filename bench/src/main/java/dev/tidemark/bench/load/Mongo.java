package dev.tidemark.bench.load;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.bson.Document;

/** A MongoDB of our own: a replica set of one member, with its data in a folder that goes with it. */
public final class Mongo implements AutoCloseable {

    private static final String REPLICA_SET = "rs0";
    private static final int POLL_MILLIS = 50;

    /** Where the tests keep the one that they have fetched. */
    private static final Path FETCHED = Path.of(System.getProperty("user.home"), ".cache", "tidemark", "mongodb-8.2.0");

    private final Child server;
    private final int port;

    public Mongo() throws IOException, InterruptedException {
        boolean fetched = isFetched();
        port = Redis.freePort();
        server = new Child(
                List.of(
                        fetched ? FETCHED.resolve("mongod").toString() : "mongod",
                        "--port",
                        Integer.toString(port),
                        "--bind_ip",
                        "127.0.0.1",
                        "--nounixsocket",
                        "--quiet",
                        "--dbpath",
                        ".",
                        "--replSet",
                        REPLICA_SET,
                        "--oplogSize",
                        "256",
                        "--wiredTigerCacheSizeGB",
                        "1",
                        "--setParameter",
                        "diagnosticDataCollectionEnabled=false"),
                fetched ? Map.of("LD_LIBRARY_PATH", FETCHED.toString()) : Map.of(),
                Pattern.compile("Waiting for connections"));
        try {
            server.ready();
            initiate();
        } catch (RuntimeException | InterruptedException e) {
            server.close();
            throw e;
        }
    }

    private static boolean isFetched() {
        return Files.isExecutable(FETCHED.resolve("mongod"));
    }

    private void initiate() throws InterruptedException {
        String host = "127.0.0.1:" + port;
        try (MongoClient client = MongoClients.create("mongodb://" + host + "/?directConnection=true")) {
            MongoDatabase admin = client.getDatabase("admin");
            admin.runCommand(new Document(
                    "replSetInitiate",
                    new Document("_id", REPLICA_SET)
                            .append("members", List.of(new Document("_id", 0).append("host", host)))));
            while (!admin.runCommand(new Document("hello", 1)).getBoolean("isWritablePrimary", false)) {
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    public String uri() {
        return "mongodb://127.0.0.1:" + port + "/?replicaSet=" + REPLICA_SET;
    }

    @Override
    public void close() {
        server.close();
    }
}
