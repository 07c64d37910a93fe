package dev.tidemark.service.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.LogContext;
import org.jboss.logmanager.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OutOfMemoryTest {

    private static final String LINE = "a line";
    private static final int TIMES = 200;

    private final Logger root = LogContext.getLogContext().getLogger("");
    private final AtomicLong published = new AtomicLong();
    private Handler[] before = {};

    @BeforeEach
    void countOnly() {
        before = root.getHandlers();
        root.setHandlers(new Handler[] {
            new Handler() {
                @Override
                public void publish(LogRecord record) {
                    if (LINE.equals(record.getMessage())) {
                        published.incrementAndGet();
                    }
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            }
        });
    }

    @AfterEach
    void restore() {
        root.setHandlers(before);
    }

    /** The line that requests are served was lost at times: another thread logs it while the service starts. */
    @Test
    @DisplayName("Nothing that other threads log is lost while the log begins to be watched")
    void losesNoLine() {
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<@Nullable Void> started = new CompletableFuture<>();
        CompletableFuture<Long> logged = CompletableFuture.supplyAsync(() -> {
            long lines = 0;
            while (!stop.get()) {
                root.log(Level.INFO, LINE);
                lines++;
                started.complete(null);
            }
            return lines;
        });
        try {
            started.join();
            for (int i = 0; i < TIMES; i++) {
                OutOfMemory.watchLog();
            }
        } finally {
            stop.set(true);
        }

        assertThat(logged.join()).isPositive().isEqualTo(published.get());
    }
}
