package dev.tidemark.it.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MongoShardedIT {

    @Test
    @DisplayName("A sharded collection is spread over both shards, and closing leaves nothing")
    void spreads() {
        MongoSharded cluster = MongoSharded.start();
        try (MongoClient client = MongoClients.create(cluster.uri())) {
            client.getDatabase("admin")
                    .runCommand(new Document("shardCollection", "test.spread")
                            .append("key", new Document("_id", "hashed")));
            MongoCollection<Document> spread = client.getDatabase("test").getCollection("spread");
            List<Document> documents = IntStream.range(0, 100)
                    .mapToObj(i -> new Document("_id", i))
                    .toList();
            spread.insertMany(documents);
            // A transaction that both shards take part in.
            try (ClientSession session = client.startSession()) {
                session.withTransaction(
                        () -> spread.updateMany(session, new Document(), new Document("$inc", new Document("n", 1))));
            }
            assertThat(spread.countDocuments(new Document("n", 1))).isEqualTo(100);

            for (MongoServer shard : cluster.shards()) {
                try (MongoClient direct = shard.client()) {
                    assertThat(direct.getDatabase("test")
                                    .getCollection("spread")
                                    .countDocuments())
                            .isBetween(10L, 90L);
                }
            }
        } finally {
            cluster.close();
        }
        assertThat(cluster.handles()).hasSize(4).noneMatch(ProcessHandle::isAlive);
        assertThat(cluster.shards())
                .allSatisfy(shard -> assertThat(shard.folder()).doesNotExist());
    }
}
