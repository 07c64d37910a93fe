package dev.tidemark.it.mongo;

import dev.tidemark.it.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.testcontainers.mongodb.MongoDBContainer;

/** A replica set of one in a container, where there is Docker and no {@code mongod}. It ends with the JVM. */
final class DockerMongo {

    private static final String IMAGE = "mongo:8.0";

    private DockerMongo() {}

    /**
     * Whether it is the one to use. A fetched {@code mongod} that is there already is better, because tests can kill it; so
     * is one to come, for whoever asks for it with {@code -Dtidemark.test.fetch=true}.
     */
    static boolean isWanted() {
        return isThere()
                && System.getenv(MongoBinaries.SERVER_VARIABLE) == null
                && Programs.onPath("mongod").isEmpty()
                && !FetchedMongo.IN_CACHE.isThere()
                && !Boolean.getBoolean(MongoBinaries.FETCH_PROPERTY);
    }

    /** Looks for Docker without Testcontainers, which takes long and says much where there is none. */
    private static boolean isThere() {
        return System.getenv("DOCKER_HOST") != null
                || Stream.of(
                                Path.of("/var/run/docker.sock"),
                                Path.of(System.getProperty("user.home"), ".docker", "run", "docker.sock"))
                        .anyMatch(Files::exists);
    }

    /** Answers the connection string. */
    @SuppressWarnings("resource") // Testcontainers ends it.
    static String start() {
        MongoDBContainer container = new MongoDBContainer(IMAGE).withReplicaSet();
        container.start();
        return container.getConnectionString();
    }
}
