package dev.tidemark.it.mongo;

import com.mongodb.client.MongoClient;
import org.bson.Document;

/** The clients of one server, set up as the service's: Quarkus manages both kinds. */
record MongoConnection(MongoClient client, com.mongodb.reactivestreams.client.MongoClient reactive)
        implements AutoCloseable {

    static MongoConnection to(String uri) {
        return new MongoConnection(
                com.mongodb.client.MongoClients.create(uri),
                com.mongodb.reactivestreams.client.MongoClients.create(uri));
    }

    /** What a {@code mongos} has to be told to be one of this cluster's. */
    String configServers() {
        return client.getDatabase("admin")
                .runCommand(new Document("getShardMap", 1))
                .get("map", Document.class)
                .getString("config");
    }

    @Override
    public void close() {
        client.close();
        reactive.close();
    }
}
