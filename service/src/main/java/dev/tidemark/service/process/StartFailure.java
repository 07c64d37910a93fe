package dev.tidemark.service.process;

import dev.tidemark.spi.BackendException;
import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigValidationException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says in one line why the service could not start. What a user can put right gets no stack trace; what nobody expected gets
 * one. A service that is stopped while it starts fails in many ways, none of which matters.
 */
public final class StartFailure {

    private static final String PREFIX = "Tidemark cannot start: ";

    private static final String STOPPED = "Tidemark was stopped while it started";

    private static final Pattern UNREADABLE =
            Pattern.compile("The config property (\\S+) with the config value \"(.*?)\" threw .* converted (.*)");
    private static final Pattern EMPTY = Pattern.compile("The config property (\\S+) is defined as the empty String.*");

    /** How deep causes are followed; they might go in circles. */
    private static final int MAX_DEPTH = 20;

    private StartFailure() {}

    static void report(Throwable failure) {
        OutOfMemory.endIfCauseOf(failure);
        if (ApplicationLifecycleManager.isVmShuttingDown() || isCausedByShutdown(failure)) {
            System.err.println(STOPPED);
            return;
        }
        String line = explain(failure);
        System.err.println(line(line == null ? failure.toString() : line));
        if (line == null) {
            failure.printStackTrace();
        }
    }

    /** What whoever adds a shutdown hook gets from the VM, which may know of the signal before Quarkus does. */
    private static boolean isCausedByShutdown(Throwable failure) {
        return causes(failure).stream()
                .anyMatch(cause ->
                        cause instanceof IllegalStateException && "Shutdown in progress".equals(cause.getMessage()));
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
            String message = String.valueOf(cause.getMessage());
            if (cause instanceof ConfigValidationException invalid) {
                return invalidSettings(invalid);
            } else if (cause instanceof QuarkusBindException taken) {
                return "Port " + taken.getPort()
                        + " seems to be in use by another process: set quarkus.http.port to another one";
            } else if (cause instanceof UnknownHostException || cause instanceof SocketException) {
                return "it cannot listen where quarkus.http.host and quarkus.http.port say: " + message;
            } else if (cause instanceof ConfigurationException || cause instanceof BackendException) {
                return message;
            } else if (message.startsWith("SRCFG")) {
                return "the settings cannot be read: " + withoutCode(message);
            }
        }
        return null;
    }

    private static String invalidSettings(ConfigValidationException invalid) {
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < invalid.getProblemCount(); i++) {
            problems.add(reworded(withoutCode(invalid.getProblem(i).getMessage())));
        }
        return String.join("; ", problems);
    }

    private static String withoutCode(String problem) {
        return problem.replaceAll("(\\S+: )?SRCFG\\d+: ", "");
    }

    /** As the service words its own complaints. */
    private static String reworded(String problem) {
        Matcher unreadable = UNREADABLE.matcher(problem);
        Matcher empty = EMPTY.matcher(problem);
        if (unreadable.matches()) {
            return unreadable.group(1) + " is '" + unreadable.group(2) + "': " + unreadable.group(3);
        }
        return empty.matches()
                ? String.valueOf(BackendException.emptySetting(empty.group(1)).getMessage())
                : problem;
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
