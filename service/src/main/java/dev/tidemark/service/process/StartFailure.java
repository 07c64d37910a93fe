package dev.tidemark.service.process;

import dev.tidemark.spi.BackendException;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigValidationException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says in one line why the service could not start. What a user can put right gets no stack trace; what nobody expected gets
 * one.
 */
public final class StartFailure {

    private static final String PREFIX = "Tidemark cannot start: ";

    /** How deep causes are followed; they might go in circles. */
    private static final int MAX_DEPTH = 20;

    private StartFailure() {}

    static void report(Throwable failure) {
        OutOfMemory.endIfCauseOf(failure);
        String line = explain(failure);
        System.err.println(line(line == null ? failure.toString() : line));
        if (line == null) {
            failure.printStackTrace();
        }
    }

    /** Ends a process that has started in part, with this failure as the reason. */
    public static void end(Throwable failure) {
        report(failure);
        Quarkus.asyncExit(1);
    }

    /** A message on one line that begins as all of them do. */
    private static String line(String message) {
        String line = message.lines().map(String::strip).collect(Collectors.joining(" "));
        return line.startsWith(PREFIX) ? line : PREFIX + line;
    }

    private static @Nullable String explain(Throwable failure) {
        for (Throwable cause : causes(failure)) {
            if (cause instanceof ConfigValidationException invalid) {
                return invalidSettings(invalid);
            } else if (cause instanceof QuarkusBindException taken) {
                return "Port " + taken.getPort()
                        + " seems to be in use by another process: set quarkus.http.port to another one";
            } else if (cause instanceof UnknownHostException || cause instanceof SocketException) {
                return "it cannot listen where quarkus.http.host and quarkus.http.port say: " + cause.getMessage();
            } else if (cause instanceof ConfigurationException || cause instanceof BackendException) {
                return cause.getMessage();
            }
        }
        return null;
    }

    private static String invalidSettings(ConfigValidationException invalid) {
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < invalid.getProblemCount(); i++) {
            // SRCFG00039: The config property NAME …
            problems.add(invalid.getProblem(i).getMessage().replaceAll("(\\S+: )?SRCFG\\d+: ", ""));
        }
        return String.join("; ", problems);
    }

    /** The innermost first: it knows best. */
    private static List<Throwable> causes(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = failure; cause != null && causes.size() < MAX_DEPTH; cause = cause.getCause()) {
            causes.add(0, cause);
        }
        return causes;
    }
}
