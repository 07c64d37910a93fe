package dev.tidemark.it.mongo;

import dev.tidemark.it.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * The programs to start servers with, and what they want in their environment: those on the PATH, or else fetched ones.
 *
 * @param mongos not everyone who has installed {@code mongod} has it
 */
record MongoBinaries(Path mongod, Optional<Path> mongos, Map<String, String> environment) {

    /** Names a server of the user's. No others are started then. */
    static final String SERVER_VARIABLE = "TIDEMARK_TEST_MONGODB";

    /** Whether programs may be fetched; {@code true} also makes them go before Docker. */
    static final String FETCH_PROPERTY = "tidemark.test.fetch";

    private static @Nullable Supplier<MongoBinaries> found;

    /** Looks once. Where there are none, every test that asks is skipped with the reason. */
    static synchronized MongoBinaries find() {
        if (found == null) {
            found = search();
        }
        return found.get();
    }

    private static Supplier<MongoBinaries> search() {
        try {
            MongoBinaries binaries = installed().orElseGet(MongoBinaries::fetched);
            return () -> binaries;
        } catch (TestAbortedException e) {
            System.out.println(e.getMessage());
            return () -> {
                throw new TestAbortedException(e.getMessage());
            };
        } catch (UncheckedIOException e) {
            return () -> {
                throw new IllegalStateException(e);
            };
        }
    }

    private static Optional<MongoBinaries> installed() {
        if (System.getenv(SERVER_VARIABLE) != null) {
            throw new TestAbortedException("SKIPPED: tests that start and kill MongoDB servers, because "
                    + SERVER_VARIABLE + " names one that is not theirs");
        }
        if (DockerMongo.isWanted()) {
            throw new TestAbortedException(
                    "SKIPPED: tests that start and kill MongoDB servers, because there is no mongod on"
                            + " the PATH and the one in Docker is not theirs: install mongod, or fetch it with -D"
                            + FETCH_PROPERTY + "=true");
        }
        return Programs.onPath("mongod").map(mongod -> new MongoBinaries(mongod, Programs.onPath("mongos"), Map.of()));
    }

    private static MongoBinaries fetched() {
        FetchedMongo mongo = FetchedMongo.IN_CACHE;
        if (!mongo.isThere()) {
            fetch(mongo);
        }
        return new MongoBinaries(mongo.program("mongod"), Optional.of(mongo.program("mongos")), mongo.environment());
    }

    private static void fetch(FetchedMongo mongo) {
        String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        if (!platform.equals("Linux amd64")) {
            throw none("none can be fetched for " + platform);
        }
        if (System.getProperty(FETCH_PROPERTY, "true").equals("false")) {
            throw none("-D" + FETCH_PROPERTY + "=false forbids to fetch it");
        }
        Path npm = Programs.onPath("npm").orElseThrow(() -> none("there is no npm to fetch it with"));
        try {
            mongo.fetch(npm);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TestAbortedException none(String why) {
        return new TestAbortedException("SKIPPED: MongoDB tests, because there is no mongod on the PATH and " + why
                + ": install mongod, or set " + SERVER_VARIABLE + " to a server's connection string");
    }
}
