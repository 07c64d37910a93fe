package dev.tidemark.it.mongo;

import static org.awaitility.Awaitility.await;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.tidemark.it.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.opentest4j.TestAbortedException;

/** One {@code mongod} or {@code mongos} as a process of its own. */
final class MongoNode implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ServerProcess process;

    private MongoNode(Program program) {
        process = ServerProcess.start(program);
    }

    /** A member of a replica set that is still to be initiated. The options are those of the command line. */
    static MongoNode mongod(String replicaSet, String... options) {
        MongoBinaries binaries = MongoBinaries.find();
        List<String> all = new ArrayList<>(List.of("--replSet", replicaSet, "--oplogSize", "64"));
        all.addAll(List.of("--wiredTigerCacheSizeGB", "0.25", "--setParameter", "ttlMonitorSleepSecs=1"));
        all.addAll(List.of(options));
        return new MongoNode(new Program(binaries.mongod(), true, all, binaries.environment()));
    }

    static MongoNode mongos(String... options) {
        MongoBinaries binaries = MongoBinaries.find();
        Path mongos = binaries.mongos()
                .orElseThrow(() -> new TestAbortedException("SKIPPED: there is a mongod on the PATH, but no mongos"));
        return new MongoNode(new Program(mongos, false, List.of(options), binaries.environment()));
    }

    private record Program(Path binary, boolean keepsData, List<String> options, Map<String, String> environment)
            implements ServerProcess.Program {

        @Override
        public String name() {
            return "mongodb";
        }

        @Override
        public List<String> command(int port, Path folder) {
            List<String> command = new ArrayList<>(List.of(binary.toString(), "--port", Integer.toString(port)));
            command.addAll(List.of("--bind_ip", "127.0.0.1", "--nounixsocket", "--quiet"));
            command.addAll(List.of("--setParameter", "diagnosticDataCollectionEnabled=false"));
            if (keepsData) {
                command.addAll(List.of("--dbpath", folder.toString()));
            }
            command.addAll(options);
            return command;
        }

        @Override
        public boolean answers(int port, long pid) {
            if (!listens(port)) {
                return false;
            }
            try (MongoClient client = client(port)) {
                Document status = client.getDatabase("admin").runCommand(new Document("serverStatus", 1));
                return status.get("pid", Number.class).longValue() == pid;
            } catch (MongoException e) {
                return false;
            }
        }

        /** Asked first, because a new client takes a while to find out. */
        private static boolean listens(int port) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
            } catch (IOException e) {
                return false;
            }
        }
    }

    int port() {
        return process.port();
    }

    String host() {
        return "127.0.0.1:" + port();
    }

    Path folder() {
        return process.folder();
    }

    ProcessHandle handle() {
        return process.handle();
    }

    /** A client of this node alone, whatever it is a member of. */
    MongoClient client() {
        return client(port());
    }

    private static MongoClient client(int port) {
        return MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString("mongodb://127.0.0.1:" + port + "/?directConnection=true"))
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(5, TimeUnit.SECONDS))
                .applyToSocketSettings(socket -> socket.readTimeout(30, TimeUnit.SECONDS))
                .build());
    }

    /** Sends one command, by a client of its own. */
    Document admin(Document command) {
        try (MongoClient client = client()) {
            return client.getDatabase("admin").runCommand(command);
        }
    }

    /** Waits until the node takes writes. */
    void awaitWritable() {
        try (MongoClient client = client()) {
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> client.getDatabase("admin")
                            .runCommand(new Document("hello", 1))
                            .getBoolean("isWritablePrimary"));
        }
    }

    void kill() {
        process.kill();
    }

    void restart() {
        process.restart();
    }

    void pause() {
        process.pause();
    }

    void resume() {
        process.resume();
    }

    @Override
    public void close() {
        process.close();
    }
}
