package dev.tidemark.it.redis;

import dev.tidemark.tck.TckBackend;
import dev.tidemark.tck.TimeSeriesStoreTck;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class HashTimeSeriesIT extends TimeSeriesStoreTck {

    @AutoClose
    private static final RedisServer SERVER = RedisServer.start();

    @Override
    protected TckBackend backend() {
        return RedisTck.on(SERVER, Map.of("count-layout", "hash"));
    }
}
