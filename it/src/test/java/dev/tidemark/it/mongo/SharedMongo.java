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

    /** The user's server if there is one, or else one in Docker if there is no other, or else a {@link MongoServer}. */
    static synchronized MongoConnection server() {
        if (server == null) {
            server = MongoConnection.to(uri());
        }
        return server;
    }

    private static String uri() {
        String users = System.getenv(MongoBinaries.SERVER_VARIABLE);
        if (users != null) {
            return users;
        }
        return DockerMongo.isWanted()
                ? DockerMongo.start()
                : MongoServer.startUnjournaled().uri();
    }

    /** A {@link MongoSharded}. */
    static synchronized MongoConnection sharded() {
        if (sharded == null) {
            sharded = MongoConnection.to(MongoSharded.start().uri());
        }
        return sharded;
    }
}
