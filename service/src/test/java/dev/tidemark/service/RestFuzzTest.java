package dev.tidemark.service;

import dev.tidemark.service.cases.FuzzCases;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;

@QuarkusTest
@DisplayName("Random odd requests")
class RestFuzzTest extends FuzzCases {

    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final Logger root = Logger.getLogger("");

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
                errors.add(entry.getLoggerName() + ": " + entry.getMessage() + " " + entry.getThrown());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        root.addHandler(handler);
    }

    @AfterEach
    void stop() {
        root.removeHandler(handler);
    }

    @Override
    protected List<String> errorsInLog() {
        return errors;
    }
}
