package dev.tidemark.service.backend;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready when every backend in use is open and can be reached. One that takes no writes for the moment still serves reads. */
@Readiness
@Singleton
class BackendReadiness implements AsyncHealthCheck {

    private static final String NAME = "tidemark backend";

    private final ActiveBackends backends;

    BackendReadiness(ActiveBackends backends) {
        this.backends = backends;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        Optional<String> recovering = backends.recovering();
        if (recovering.isPresent()) {
            return Uni.createFrom()
                    .item(HealthCheckResponse.named(NAME)
                            .down()
                            .withData("state", recovering.get())
                            .build());
        }
        return Uni.createFrom().completionStage(backends::status).map(all -> {
            HealthCheckResponseBuilder answer = HealthCheckResponse.named(NAME)
                    .status(all.values().stream().allMatch(status -> status.reachable()));
            all.forEach((name, status) -> {
                answer.withData(name, status.reachable() ? "reachable" : "not reachable");
                if (status.writesRejected() != null) {
                    answer.withData(name + ".writes rejected", status.writesRejected());
                }
                status.facts().forEach((fact, value) -> answer.withData(name + "." + fact, value));
            });
            return answer.build();
        });
    }
}
