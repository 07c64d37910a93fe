package dev.tidemark.service.backend;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready when every backend in use can be reached. */
@Readiness
@Singleton
class BackendReadiness implements AsyncHealthCheck {

    private final ActiveBackends backends;

    BackendReadiness(ActiveBackends backends) {
        this.backends = backends;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return Uni.createFrom().completionStage(backends::status).map(all -> {
            HealthCheckResponseBuilder answer = HealthCheckResponse.named("tidemark backend")
                    .status(all.values().stream().allMatch(status -> status.reachable()));
            all.forEach((name, status) -> {
                answer.withData(name, status.reachable() ? "reachable" : "not reachable");
                status.facts().forEach((fact, value) -> answer.withData(name + "." + fact, value));
            });
            return answer.build();
        });
    }
}
