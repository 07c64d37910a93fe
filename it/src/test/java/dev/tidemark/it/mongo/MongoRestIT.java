package dev.tidemark.it.mongo;

import dev.tidemark.it.RestSuite;
import dev.tidemark.it.ServiceProcess;
import dev.tidemark.service.cases.BackendTraits;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;

/** With samples in a layout that keeps milliseconds, as the cases want; by minutes, the default, keeps seconds. */
class MongoRestIT extends RestSuite {

    @AutoClose
    private final MongoServer mongo = MongoServer.start();

    @Override
    protected ServiceProcess launch() {
        return ServiceProcess.launch(Map.of(
                "TIDEMARK_BACKEND",
                "mongo",
                "QUARKUS_MONGODB_CONNECTION_STRING",
                mongo.uri(),
                "TIDEMARK_MONGO_SAMPLE_LAYOUT",
                "point",
                "TIDEMARK_MONGO_TIMEOUT",
                MongoTck.PATIENCE));
    }

    @Override
    protected BackendTraits backend() {
        return new BackendTraits("mongo", true);
    }
}
