package dev.tidemark.service.admission;

import io.vertx.core.http.HttpServerResponse;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Words a refusal that comes after a request has found its method. */
class RefusedMapper {

    @ServerExceptionMapper
    Response refused(Refused e, HttpServerResponse response) {
        e.refusal().addHeaders(response);
        return e.problem().response();
    }
}
