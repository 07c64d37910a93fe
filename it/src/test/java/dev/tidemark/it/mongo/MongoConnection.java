package dev.tidemark.it.mongo;

import com.mongodb.client.MongoClient;

/** The clients of one server, set up as the service's: Quarkus manages both kinds. */
record MongoConnection(MongoClient client, com.mongodb.reactivestreams.client.MongoClient reactive)
        implements AutoCloseable {

    static MongoConnection to(String uri) {
        return new MongoConnection(
                com.mongodb.client.MongoClients.create(uri),
                com.mongodb.reactivestreams.client.MongoClients.create(uri));
    }

    @Override
    public void close() {
        client.close();
        reactive.close();
    }
}
