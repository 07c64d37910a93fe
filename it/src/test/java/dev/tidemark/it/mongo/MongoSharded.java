package dev.tidemark.it.mongo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;

/** Two shards of one node each, their config server, and the {@code mongos} that clients talk to. */
final class MongoSharded implements AutoCloseable {

    private final List<MongoServer> servers = new ArrayList<>();
    private final List<MongoNode> routers = new ArrayList<>();

    private MongoSharded() {}

    static MongoSharded start() {
        MongoSharded cluster = new MongoSharded();
        try {
            cluster.startAll();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void startAll() {
        MongoServer config = MongoServer.startConfig("config");
        servers.add(config);
        MongoNode mongos = MongoNode.mongos("--configdb", config.member());
        routers.add(mongos);
        for (String name : List.of("shard0", "shard1")) {
            MongoServer shard = MongoServer.startShard(name);
            servers.add(shard);
            mongos.admin(new Document("addShard", shard.member()).append("name", name));
        }
    }

    String uri() {
        return "mongodb://" + routers.get(0).host() + "/";
    }

    /** The shards in the order of their names, {@code shard0} and {@code shard1}. */
    List<MongoServer> shards() {
        return List.copyOf(servers.subList(1, servers.size()));
    }

    List<ProcessHandle> handles() {
        return Stream.concat(
                        routers.stream().map(MongoNode::handle),
                        servers.stream().map(MongoServer::handle))
                .toList();
    }

    @Override
    public void close() {
        routers.forEach(MongoNode::close);
        servers.forEach(MongoServer::close);
    }
}
