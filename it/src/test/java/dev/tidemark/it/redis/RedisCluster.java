package dev.tidemark.it.redis;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Three masters that share all slots evenly, with no replicas. Nodes are told by their place in {@link #nodes}. */
final class RedisCluster implements AutoCloseable {

    private static final int SIZE = 3;
    private static final int SLOTS = 16_384;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int KEYS_AT_A_TIME = 100;

    private final List<RedisServer> nodes = new ArrayList<>();

    private RedisCluster() {}

    static RedisCluster start() {
        RedisCluster cluster = new RedisCluster();
        try {
            cluster.startNodes();
            cluster.shareSlots();
            cluster.join();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void startNodes() {
        for (int i = 0; i < SIZE; i++) {
            // A node learns its own address only when another one meets it, so each is told.
            nodes.add(RedisServer.start(
                    "--cluster-enabled", "yes",
                    "--cluster-config-file", "nodes.conf",
                    "--cluster-node-timeout", "2000",
                    "--cluster-announce-ip", "127.0.0.1"));
        }
    }

    private void shareSlots() {
        for (int i = 0; i < SIZE; i++) {
            // One by one: Redis 6.2 takes no ranges.
            Stream<String> slots =
                    IntStream.range(SLOTS * i / SIZE, SLOTS * (i + 1) / SIZE).mapToObj(Integer::toString);
            nodes.get(i)
                    .text(Stream.concat(Stream.of("CLUSTER", "ADDSLOTS"), slots).toArray(String[]::new));
        }
    }

    private void join() {
        for (int i = 0; i < SIZE; i++) {
            nodes.get(i).text("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
        }
        for (RedisServer node : nodes.subList(1, SIZE)) {
            nodes.get(0).text("CLUSTER", "MEET", "127.0.0.1", Integer.toString(node.port()));
        }
        awaitOk();
    }

    /** Waits until every node knows all of them and finds the cluster in order. */
    void awaitOk() {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> nodes.stream()
                        .map(node -> node.text("CLUSTER", "INFO"))
                        .allMatch(info -> info.contains("cluster_state:ok")
                                && info.contains("cluster_known_nodes:" + SIZE + "\r\n")
                                && info.contains("cluster_size:" + SIZE + "\r\n")));
    }

    List<RedisServer> nodes() {
        return List.copyOf(nodes);
    }

    List<String> uris() {
        return nodes.stream().map(RedisServer::uri).toList();
    }

    int slotOf(String key) {
        try (RedisProbe probe = nodes.get(0).probe()) {
            return Math.toIntExact(probe.number("CLUSTER", "KEYSLOT", key));
        }
    }

    /** The node that began with the slot. A slot that was moved is elsewhere. */
    int firstOwnerOf(int slot) {
        return IntStream.range(0, SIZE)
                .filter(i -> slot < SLOTS * (i + 1) / SIZE)
                .findFirst()
                .orElseThrow();
    }

    /** Moves a slot with its keys while the cluster is in use. */
    void moveSlot(int slot, int from, int to) {
        beginMove(slot, from, to);
        moveKeys(slot, from, to);
        endMove(slot, to);
    }

    /** Leaves the slot half migrated, with its keys where they were: for those that are not there, {@code from} says ASK. */
    void beginMove(int slot, int from, int to) {
        nodes.get(to).text("CLUSTER", "SETSLOT", Integer.toString(slot), "IMPORTING", id(from));
        nodes.get(from).text("CLUSTER", "SETSLOT", Integer.toString(slot), "MIGRATING", id(to));
    }

    /** Moves all keys of a slot whose move has begun. */
    void moveKeys(int slot, int from, int to) {
        while (moveKeys(slot, from, to, KEYS_AT_A_TIME) > 0) {}
    }

    /** Moves some keys of a slot whose move has begun, and answers how many. */
    int moveKeys(int slot, int from, int to, int atMost) {
        try (RedisProbe source = nodes.get(from).probe()) {
            List<String> keys =
                    source.list("CLUSTER", "GETKEYSINSLOT", Integer.toString(slot), Integer.toString(atMost));
            if (!keys.isEmpty()) {
                String port = Integer.toString(nodes.get(to).port());
                List<String> migrate = new ArrayList<>(List.of("MIGRATE", "127.0.0.1", port, "", "0", "5000", "KEYS"));
                migrate.addAll(keys);
                source.text(migrate.toArray(String[]::new));
            }
            return keys.size();
        }
    }

    /** Tells every node where the slot is now, the new owner first so that it is never without one. */
    void endMove(int slot, int to) {
        String owner = id(to);
        nodes.get(to).text("CLUSTER", "SETSLOT", Integer.toString(slot), "NODE", owner);
        for (RedisServer node : nodes) {
            node.text("CLUSTER", "SETSLOT", Integer.toString(slot), "NODE", owner);
        }
    }

    private String id(int node) {
        return nodes.get(node).text("CLUSTER", "MYID");
    }

    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }
}
