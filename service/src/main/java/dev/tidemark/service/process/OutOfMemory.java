package dev.tidemark.service.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.jboss.logmanager.LogContext;
import org.jboss.logmanager.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process when memory runs out. After an {@code OutOfMemoryError} nobody knows which threads are gone, so it would
 * stay as a process that holds its port and answers nothing; a process that has ended is started again by whoever supervises it.
 *
 * <p>{@code -XX:+ExitOnOutOfMemoryError} does the same earlier, where the error is thrown. This is for processes without that
 * option: it sees every error that a thread dies of, that is logged or that a request fails with. What has been acknowledged is
 * durable, so there is nothing to finish. Nothing here allocates.
 */
public final class OutOfMemory {

    /** The status that {@code -XX:+ExitOnOutOfMemoryError} ends with. */
    private static final int STATUS = 3;

    private static final byte[] LINE =
            "Tidemark ends: it is out of memory. Start it again with more, such as -Xmx2g, or with less data.\n"
                    .getBytes(UTF_8);

    private static final FileOutputStream STDERR = new FileOutputStream(FileDescriptor.err);

    /** How deep causes are followed; they might go in circles. */
    private static final int MAX_DEPTH = 20;

    private OutOfMemory() {}

    /** Ends the process when a thread dies of it. */
    static void watch() {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            endIfCauseOf(failure);
            if (before != null) {
                before.uncaughtException(thread, failure);
            } else {
                failure.printStackTrace();
            }
        });
    }

    /** Ends the process when it is logged: most threads catch what they would die of, log it, and go on. */
    public static void watchLog() {
        Logger root = LogContext.getLogContext().getLogger("");
        // Before the others: with no memory left, one of them may fail. All at once: with any of them missing, what
        // other threads log meanwhile would be lost.
        root.setHandlers(Stream.concat(Stream.of(watching()), Arrays.stream(root.getHandlers()))
                .toArray(Handler[]::new));
    }

    private static Handler watching() {
        return new Handler() {
            @Override
            public void publish(LogRecord record) {
                endIfCauseOf(record.getThrown());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    /** Ends the process if this is an {@code OutOfMemoryError}, or was caused by one. */
    public static void endIfCauseOf(@Nullable Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (cause instanceof OutOfMemoryError) {
                end();
            }
            cause = cause.getCause();
        }
    }

    private static void end() {
        try {
            STDERR.write(LINE);
        } catch (IOException e) {
            // It ends either way.
        } finally {
            Runtime.getRuntime().halt(STATUS);
        }
    }
}
