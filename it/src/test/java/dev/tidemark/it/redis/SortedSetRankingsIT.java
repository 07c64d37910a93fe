package dev.tidemark.it.redis;

import dev.tidemark.tck.RankingStoreTck;
import dev.tidemark.tck.TckBackend;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class SortedSetRankingsIT extends RankingStoreTck {

    @AutoClose
    private static final RedisServer SERVER = RedisServer.start();

    @Override
    protected TckBackend backend() {
        return RedisTck.on(SERVER, Map.of("ranking-layout", "sorted-set"));
    }
}
