package dev.tidemark.it.mongo;

import dev.tidemark.tck.TckBackend;
import dev.tidemark.tck.TimeSeriesStoreTck;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class PointTimeSeriesIT extends TimeSeriesStoreTck {

    private static MongoConnection connection;

    @BeforeAll
    static void connect() {
        connection = SharedMongo.server();
    }

    @Override
    protected TckBackend backend() {
        return MongoTck.on(connection, Map.of("sample-layout", "point"));
    }
}
