package dev.tidemark.it.mongo;

import dev.tidemark.it.ReadmeTour;
import dev.tidemark.it.ServiceProcess;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("service")
class MongoTourIT {

    @Test
    @DisplayName("On MongoDB too every command of the README's tour works as written and answers as shown")
    void tourIsTrue() throws Exception {
        try (MongoServer mongo = MongoServer.start();
                ServiceProcess service = ServiceProcess.launch(Map.of(
                        "TIDEMARK_BACKEND",
                        "mongo",
                        "QUARKUS_MONGODB_CONNECTION_STRING",
                        mongo.uri(),
                        "TIDEMARK_MONGO_TIMEOUT",
                        MongoTck.PATIENCE))) {
            ReadmeTour.take(service);
        }
    }
}
