package dev.tidemark.it.mongo;

import org.jspecify.annotations.Nullable;

/**
 * The servers that the contract tests share, each test in a database of its own. They start when they are first asked for,
 * and end with the JVM.
 */
final class SharedMongo {

    private static @Nullable MongoConnection server;
    private static @Nullable MongoConnection sharded;

    private SharedMongo() {}

    /** The user's server if there is one, or else a {@link MongoServer}. */
    static synchronized MongoConnection server() {
        if (server == null) {
            String users = System.getenv(MongoBinaries.SERVER_VARIABLE);
            server = MongoConnection.to(users == null ? MongoServer.start().uri() : users);
        }
        return server;
    }

    /** A {@link MongoSharded}. */
    static synchronized MongoConnection sharded() {
        if (sharded == null) {
            sharded = MongoConnection.to(MongoSharded.start().uri());
        }
        return sharded;
    }
}
