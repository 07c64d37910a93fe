package dev.tidemark.it;

import dev.tidemark.service.cases.FuzzCases;
import io.restassured.RestAssured;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Label;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

/** On the embedded engine: what is rejected at the door is rejected before any backend is asked. */
@Label("Random odd requests")
@Tag("service")
class RestFuzzIT extends FuzzCases {

    private static @Nullable ServiceProcess service;

    @BeforeContainer
    static void start() {
        service = ServiceProcess.launch(Map.of());
        RestAssured.port = service.port();
    }

    @AfterContainer
    static void stop() {
        RestAssured.reset();
        if (service != null) {
            service.close();
        }
    }

    @Override
    protected List<String> errorsInLog() {
        return service == null
                ? List.of()
                : service.output()
                        .lines()
                        .filter(line -> line.contains(" ERROR "))
                        .toList();
    }
}
