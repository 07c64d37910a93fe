package dev.tidemark.it.redis;

import dev.tidemark.tck.TckBackend;
import dev.tidemark.tck.TimeSeriesStoreTck;
import dev.tidemark.timeseries.Precision;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class ClusterApproximateTimeSeriesIT extends TimeSeriesStoreTck {

    @AutoClose
    private static final RedisCluster CLUSTER = RedisCluster.start();

    @Override
    protected TckBackend backend() {
        return RedisTck.on(CLUSTER, Map.of("count-layout", "hash"));
    }

    @Override
    protected Precision precision() {
        return Precision.APPROXIMATE;
    }
}
