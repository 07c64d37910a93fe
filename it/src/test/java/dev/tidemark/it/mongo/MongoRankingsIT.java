package dev.tidemark.it.mongo;

import dev.tidemark.tck.RankingStoreTck;
import dev.tidemark.tck.TckBackend;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class MongoRankingsIT extends RankingStoreTck {

    private static MongoConnection connection;

    @BeforeAll
    static void connect() {
        connection = SharedMongo.server();
    }

    @Override
    protected TckBackend backend() {
        return MongoTck.on(connection, Map.of());
    }
}
