package dev.tidemark.service.problem;

import dev.tidemark.InvalidValueException;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.service.process.OutOfMemory;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendFullException;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.spi.BackupNotPossibleException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** Turns whatever goes wrong into a problem. A stack trace goes to the log and never to a caller. */
class ProblemMappers {

    private static final Logger LOG = Logger.getLogger(ProblemMappers.class);

    /** The framework has a mapper of its own for this one, so it needs one here too. */
    @ServerExceptionMapper
    Response notFound(NotFoundException e, UriInfo uri, Request request) {
        return response(e, uri, request);
    }

    @ServerExceptionMapper
    Response http(WebApplicationException e, UriInfo uri, Request request) {
        return response(e, uri, request);
    }

    @ServerExceptionMapper
    Response any(Throwable e, UriInfo uri, Request request) {
        return response(e, uri, request);
    }

    private static Response response(Throwable thrown, UriInfo uri, Request request) {
        OutOfMemory.endIfCauseOf(thrown);
        Throwable e = unwrapped(thrown);
        Problem problem = problem(e, uri.getPath());
        if (problem.status() >= 500 && Writes.isWrite(request.getMethod(), uri.getPath())) {
            problem = problem.withApplied(applied(thrown));
        }
        Response response = problem.response();
        retryAfter(e)
                .ifPresent(after ->
                        response.getHeaders().putSingle(HttpHeaders.RETRY_AFTER, Math.max(1, after.toSeconds())));
        return response;
    }

    private static Optional<Duration> retryAfter(Throwable e) {
        if (e instanceof BackendUnavailableException unavailable) {
            return Optional.of(unavailable.retryAfter());
        }
        return e instanceof BackupNotPossibleException backup ? backup.retryAfter() : Optional.empty();
    }

    private static Throwable unwrapped(Throwable thrown) {
        Throwable e = thrown;
        while ((e instanceof CompletionException || e instanceof PartlyApplied) && e.getCause() != null) {
            e = e.getCause();
        }
        return e;
    }

    /** Only a backend can be certain that it changed nothing, and only if no other part of the request was carried out. */
    private static String applied(Throwable thrown) {
        boolean partly = thrown instanceof PartlyApplied || thrown.getCause() instanceof PartlyApplied;
        Throwable e = unwrapped(thrown);
        boolean unchanged = e instanceof BackendFullException
                || (e instanceof BackendUnavailableException unavailable && unavailable.applied() == Applied.NO);
        return unchanged && !partly ? Problem.NOT_APPLIED : Problem.APPLIED_UNKNOWN;
    }

    private static Problem problem(Throwable e, String path) {
        if (e instanceof BadRequest bad) {
            return Problem.of(400, "Bad request", text(e)).with(bad.items());
        } else if (e instanceof InvalidValueException) {
            return Problem.of(400, "Bad request", text(e));
        } else if (e instanceof NotThere) {
            return Problem.of(404, "Not found", text(e));
        } else if (e instanceof NumberOverflowException) {
            return Problem.of(409, "Overflow", text(e));
        } else if (e instanceof TooLarge) {
            return TooLarge.problem(text(e));
        } else if (e instanceof BackupNotPossibleException) {
            return Problem.of(409, "Backup not possible", text(e));
        } else if (e instanceof BackendFullException) {
            return Problem.of(507, "Insufficient storage", text(e));
        } else if (e instanceof BackendUnavailableException) {
            // One line a request would be many; the backend itself says when it goes and when it is back.
            LOG.debugf("The backend is not available: %s", e.getMessage());
            return Problem.of(503, "Backend unavailable", text(e));
        } else if (e instanceof WebApplicationException http
                && http.getResponse().getStatus() < 500) {
            return problem(http.getResponse().getStatus(), path);
        }
        String id = UUID.randomUUID().toString();
        LOG.errorf(e, "Unexpected failure %s at %s", id, path);
        return unexpected(id);
    }

    /** A failure that only the log explains, under {@code id}. */
    static Problem unexpected(String id) {
        return Problem.of(500, "Unexpected failure", "something went wrong; the service's log tells more under " + id);
    }

    /** What the framework refused before any of our code ran. */
    static Problem problem(int status, String path) {
        return switch (status) {
            case 404 ->
                Problem.of(404, "Not found", "there is nothing at " + path + "; /q/swagger-ui lists what there is");
            case 405 -> Problem.of(405, "Method not allowed", path + " does not take this method");
            case 406 -> Problem.of(406, "Not acceptable", path + " cannot answer in a form that Accept asks for");
            case 413 ->
                Problem.of(413, "Too large", "the body is larger than tidemark.limits.body allows: send it in parts");
            case 415 -> Problem.of(415, "Unsupported media type", path + " does not take a body of this Content-Type");
            default -> Problem.of(status, "Bad request", "the request to " + path + " could not be understood");
        };
    }

    private static String text(Throwable e) {
        @Nullable String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
