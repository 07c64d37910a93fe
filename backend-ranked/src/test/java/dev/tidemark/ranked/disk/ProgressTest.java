package dev.tidemark.ranked.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.StartProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProgressTest {

    @Test
    @DisplayName("The log has a line at the beginning and at the end of what is large, and none of what is small")
    void lines() {
        assertThat(linesOf(100L << 20)).hasSize(2).satisfies(lines -> {
            assertThat(lines.get(0)).isEqualTo("reading the snapshot: 100 MB");
            assertThat(lines.get(1)).startsWith("read the snapshot: 100 MB in ").endsWith(" ms");
        });
        assertThat(linesOf(1L << 20)).isEmpty();
    }

    private static List<String> linesOf(long bytes) {
        List<String> lines = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(Progress.class.getName());
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.INFO);
        try {
            Progress progress = new RecoveryProgress(StartProgress.IGNORED).reading("the snapshot", bytes);
            progress.reached(bytes / 2);
            progress.done();
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
            logger.setLevel(null);
        }
        return lines;
    }
}
