package dev.tidemark.it;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("service")
class ReadmeTourIT {

    @Test
    @DisplayName("Every command of the tour works as written and answers as shown")
    void tourIsTrue() throws Exception {
        try (ServiceProcess service = ServiceProcess.launch(Map.of())) {
            ReadmeTour.take(service);
        }
    }
}
