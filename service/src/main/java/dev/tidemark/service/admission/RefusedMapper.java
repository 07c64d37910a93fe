package dev.tidemark.service.admission;

import dev.tidemark.service.problem.Writes;
import io.vertx.core.http.HttpServerResponse;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Words a refusal that comes after a request has found its method. */
class RefusedMapper {

    @ServerExceptionMapper
    Response refused(Refused e, HttpServerResponse response, UriInfo uri, Request request) {
        e.refusal().addHeaders(response);
        return Writes.rejected(e.refusal().problem(), request.getMethod(), uri.getPath())
                .response();
    }
}
