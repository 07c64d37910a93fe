package dev.tidemark.it.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import dev.tidemark.it.Rest;
import dev.tidemark.it.ServiceProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The service as a user who may read and write but not shard. A {@code mongos} of its own refuses to shard as it does then;
 * real users would need a cluster of their own.
 */
class MayNotShardIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int UNAUTHORIZED = 13;

    private static final Pattern COMMAND =
            Pattern.compile("one who may should run: sh\\.shardCollection\\(\"([^\"]+)\", (\\{.*})\\)");

    private final String database = "unsharded-" + UUID.randomUUID();
    private MongoClient client;
    private MongoNode refusing;

    @BeforeEach
    void refuse() {
        MongoConnection cluster = SharedMongo.sharded();
        client = cluster.client();
        refusing = MongoNode.mongos("--configdb", cluster.configServers(), "--setParameter", "enableTestCommands=1");
        refusing.admin(new Document("configureFailPoint", "failCommand")
                .append("mode", "alwaysOn")
                .append(
                        "data",
                        new Document("failCommands", List.of("shardCollection")).append("errorCode", UNAUTHORIZED)));
    }

    @AfterEach
    void stop() {
        refusing.close();
        client.getDatabase(database).drop();
    }

    @Test
    @DisplayName("Everything works, the log has the commands for one who may, and is silent once they were run")
    void told() {
        List<Document> commands = commands(logOfUse());
        assertThat(commands)
                .extracting(command -> command.getString("shardCollection"))
                .contains(database + ".counts", database + ".samples.native", database + ".rankings")
                .doesNotHaveDuplicates();

        commands.forEach(command -> client.getDatabase("admin").runCommand(command));
        assertThat(commands(logOfUse())).isEmpty();
    }

    private String logOfUse() {
        try (ServiceProcess service = ServiceProcess.launch(Map.of(
                "TIDEMARK_BACKEND",
                "mongo",
                "QUARKUS_MONGODB_CONNECTION_STRING",
                "mongodb://" + refusing.host() + "/",
                "TIDEMARK_MONGO_DATABASE",
                database,
                "TIDEMARK_MONGO_SAMPLE_LAYOUT",
                "native",
                "TIDEMARK_MONGO_TIMEOUT",
                "25s"))) {
            Rest rest = new Rest(service.port());
            await().atMost(PATIENCE).until(() -> rest.count("s", 0).status() == 200);
            await().atMost(PATIENCE).until(() -> rest.increment("t", "m").status() == 200);
            return service.output();
        }
    }

    private static List<Document> commands(String log) {
        return COMMAND.matcher(log)
                .results()
                .map(found ->
                        new Document("shardCollection", found.group(1)).append("key", Document.parse(found.group(2))))
                .toList();
    }
}
