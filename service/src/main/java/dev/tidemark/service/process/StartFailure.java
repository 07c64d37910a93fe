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
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Says in one line why the service could not start. The stack trace of it is logged at DEBUG: what a user can put right needs none,
 * and of what nobody expected the line says how to see it.
 * A service that is stopped while it starts fails in many ways, none of which matters.
 */
public final class StartFailure {

    private static final Logger LOG = Logger.getLogger(StartFailure.class);

    private static final String PREFIX = "Tidemark cannot start: ";

    private static final String STOPPED = "Tidemark was stopped while it started";

    private static final Pattern UNREADABLE =
            Pattern.compile("The config property (\\S+) with the config value \"(.*?)\" threw .* converted (.*)");
    private static final Pattern EMPTY = Pattern.compile("The config property (\\S+) is defined as the empty String.*");

    private static final Pattern CLASS_NAME = Pattern.compile("\\b([a-z]\\w*\\.)+[A-Z]\\w*(Exception|Error): ");
    private static final String SAYS_NOTHING = "Failed to start quarkus";

    /** How deep causes are followed; they might go in circles. */
    private static final int MAX_DEPTH = 20;

    private StartFailure() {}

    static void report(Throwable failure) {
        OutOfMemory.endIfCauseOf(failure);
        boolean stopped = ApplicationLifecycleManager.isVmShuttingDown() || isCausedByShutdown(failure);
        System.err.println(stopped ? STOPPED : describe(failure));
        LOG.debug("The start failed", failure);
    }

    /** The line that tells why. */
    static String describe(Throwable failure) {
        String known = explain(failure);
        return line(
                known != null
                        ? known
                        : unexpected(failure) + " (quarkus.log.category.\"dev.tidemark\".level=DEBUG shows where)");
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

    /** What the causes say, the outermost first. Of an innermost one that says nothing the name is better than nothing. */
    private static String unexpected(Throwable failure) {
        List<Throwable> causes = causes(failure);
        List<String> messages = new ArrayList<>();
        messages.add(said(causes.get(0), causes.get(0).getClass().getSimpleName()));
        for (Throwable cause : causes.subList(1, causes.size())) {
            String message = said(cause, "");
            if (message.contains(messages.get(0))) {
                messages.set(0, message);
            } else if (!message.isEmpty() && !message.equals(SAYS_NOTHING)) {
                messages.add(0, message);
            }
        }
        return String.join(": ", messages);
    }

    private static String said(Throwable cause, String otherwise) {
        String message = cause.getMessage();
        return message == null || message.isBlank()
                ? otherwise
                : CLASS_NAME.matcher(message).replaceAll("").strip();
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
