package dev.tidemark.it.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MongoServerIT {

    @BeforeAll
    static void needsPrograms() {
        MongoBinaries.find();
    }

    @Test
    @DisplayName("A server has transactions, and deletes within seconds what has expired")
    void transactionsAndExpiry() {
        try (MongoServer server = MongoServer.start();
                MongoClient client = MongoClients.create(server.uri())) {
            MongoDatabase database = client.getDatabase("test");
            try (ClientSession session = client.startSession()) {
                session.withTransaction(() -> {
                    database.getCollection("a").insertOne(session, new Document("_id", 1));
                    return database.getCollection("b").insertOne(session, new Document("_id", 1));
                });
            }
            assertThat(database.getCollection("a").countDocuments()).isEqualTo(1);
            assertThat(database.getCollection("b").countDocuments()).isEqualTo(1);

            MongoCollection<Document> expiring = database.getCollection("expiring");
            expiring.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
            expiring.insertOne(new Document("at", Instant.now()));
            await().atMost(Duration.ofSeconds(20)).until(() -> expiring.countDocuments() == 0);
        }
    }

    @Test
    @DisplayName("A restart keeps what was acknowledged")
    void restartKeepsData() {
        try (MongoServer server = MongoServer.start();
                MongoClient client = MongoClients.create(server.uri())) {
            MongoCollection<Document> collection = client.getDatabase("test").getCollection("kept");
            collection.insertOne(new Document("_id", 1));

            server.restart();

            assertThat(collection.find()).containsExactly(new Document("_id", 1));
            collection.insertOne(new Document("_id", 2));
        }
    }

    @Test
    @DisplayName("A paused server is silent until it is resumed")
    void pauseSilences() {
        try (MongoServer server = MongoServer.start();
                MongoClient client = MongoClients.create(server.uri())) {
            MongoDatabase impatient = client.getDatabase("test").withTimeout(500, TimeUnit.MILLISECONDS);
            Document ping = new Document("ping", 1);
            client.getDatabase("test").runCommand(ping);

            server.pause();
            assertThatThrownBy(() -> impatient.runCommand(ping)).isInstanceOf(MongoException.class);

            server.resume();
            assertThat(client.getDatabase("test").runCommand(ping)).containsEntry("ok", 1.0);
        }
    }

    @Test
    @DisplayName("Closing leaves no process and no folder, even of a server that is paused")
    void closeLeavesNothing() {
        MongoServer server = MongoServer.start();
        ProcessHandle process = server.handle();
        Path folder = server.folder();
        assertThat(process.isAlive()).isTrue();
        assertThat(folder).isNotEmptyDirectory();

        server.pause();
        server.close();

        assertThat(process.isAlive()).isFalse();
        assertThat(folder).doesNotExist();
    }

    @Test
    @DisplayName("A server that does not start tells why")
    void failedStartTellsWhy() {
        assertThatThrownBy(() -> MongoServer.start("--setParameter", "noSuchParameter=1"))
                .hasMessageContaining("ended:")
                .hasMessageContaining("noSuchParameter");
    }
}
