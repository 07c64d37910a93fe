package dev.tidemark.it.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MongoReplicaSetIT {

    private static final int INCREMENTS = 300;

    @Test
    @DisplayName("When the primary is killed, another is elected, each write counts once, and the old one comes back")
    void survivesItsPrimary() {
        try (MongoReplicaSet set = MongoReplicaSet.start();
                MongoClient client = MongoClients.create(set.uri())) {
            MongoCollection<Document> counters = client.getDatabase("test").getCollection("counters");
            Document counter = new Document("_id", "counter");
            counters.insertOne(counter);
            AtomicInteger done = new AtomicInteger();
            // The driver finds the new primary, and tries again there what was under way.
            CompletableFuture<?> writer = CompletableFuture.runAsync(() -> {
                while (done.get() < INCREMENTS) {
                    counters.updateOne(counter, Updates.inc("n", 1));
                    done.incrementAndGet();
                }
            });

            await().until(() -> done.get() > INCREMENTS / 10 || writer.isDone());
            MongoNode killed = set.killPrimary();
            writer.join();

            assertThat(set.primary()).isNotSameAs(killed);
            assertThat(counters.find()).containsExactly(new Document(counter).append("n", INCREMENTS));

            killed.restart();
            set.awaitMembers();
            counters.updateOne(counter, Updates.inc("n", 1));
            assertThat(counters.find()).containsExactly(new Document(counter).append("n", INCREMENTS + 1));
        }
    }

    @Test
    @DisplayName("Closing leaves no process and no folder")
    void closeLeavesNothing() {
        MongoReplicaSet set = MongoReplicaSet.start();
        assertThat(set.nodes()).hasSize(3);

        set.close();

        for (MongoNode node : set.nodes()) {
            assertThat(node.handle().isAlive()).isFalse();
            assertThat(node.folder()).doesNotExist();
        }
    }
}
