package dev.tidemark.it.redis;

import dev.tidemark.tck.RankingStoreTck;
import dev.tidemark.tck.TckBackend;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class ClusterRankingsIT extends RankingStoreTck {

    @AutoClose
    private static final RedisCluster CLUSTER = RedisCluster.start();

    @Override
    protected TckBackend backend() {
        return RedisTck.on(CLUSTER, Map.of("ranking-layout", "sorted-set"));
    }
}
