package dev.tidemark.it.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RedisClusterIT {

    @AutoClose
    private static final RedisCluster CLUSTER = RedisCluster.start();

    @Test
    @DisplayName("Every node takes the keys of its own slots and tells where the others are")
    void routes() {
        List<RedisServer> nodes = CLUSTER.nodes();
        for (String key : List.of("a", "b", "c", "d", "e", "f")) {
            int slot = CLUSTER.slotOf(key);
            int owner = CLUSTER.firstOwnerOf(slot);
            assertThat(nodes.get(owner).text("SET", key, "value")).isEqualTo("OK");
            for (RedisServer other : nodes) {
                if (other != nodes.get(owner)) {
                    assertThatThrownBy(() -> other.text("GET", key))
                            .isInstanceOf(RedisProbe.ErrorReply.class)
                            .hasMessage("MOVED " + slot + " 127.0.0.1:"
                                    + nodes.get(owner).port());
                }
            }
        }
    }

    @Test
    @DisplayName("A slot that is half migrated sends to its new node for keys that have gone, and later for all")
    void movesSlot() {
        int slot = CLUSTER.slotOf("{tag}");
        int from = CLUSTER.firstOwnerOf(slot);
        int to = (from + 1) % CLUSTER.nodes().size();
        RedisServer source = CLUSTER.nodes().get(from);
        RedisServer target = CLUSTER.nodes().get(to);
        source.text("SET", "{tag}1", "value");
        source.text("SET", "{tag}2", "value");

        CLUSTER.beginMove(slot, from, to);
        assertThat(source.text("GET", "{tag}1")).isEqualTo("value");
        assertThatThrownBy(() -> source.text("GET", "{tag}3"))
                .hasMessage("ASK " + slot + " 127.0.0.1:" + target.port());

        assertThat(CLUSTER.moveKeys(slot, from, to, 1)).isEqualTo(1);
        try (RedisProbe probe = source.probe()) {
            assertThat(probe.number("CLUSTER", "COUNTKEYSINSLOT", Integer.toString(slot)))
                    .isEqualTo(1);
        }

        CLUSTER.moveKeys(slot, from, to);
        CLUSTER.endMove(slot, to);
        assertThat(target.text("GET", "{tag}1")).isEqualTo("value");
        assertThat(target.text("GET", "{tag}2")).isEqualTo("value");
        assertThatThrownBy(() -> source.text("GET", "{tag}1")).hasMessageStartingWith("MOVED " + slot);

        CLUSTER.moveSlot(slot, to, from);
        assertThat(source.text("GET", "{tag}1")).isEqualTo("value");
        CLUSTER.awaitOk();
    }

    @Test
    @DisplayName("Closing leaves no process and no folder")
    void closeLeavesNothing() {
        RedisCluster cluster = RedisCluster.start();
        assertThat(cluster.uris()).hasSize(3);

        cluster.close();

        for (RedisServer node : cluster.nodes()) {
            assertThat(node.handle().isAlive()).isFalse();
            assertThat(node.folder()).doesNotExist();
        }
    }
}
