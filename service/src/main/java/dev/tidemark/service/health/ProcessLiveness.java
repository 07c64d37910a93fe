package dev.tidemark.service.health;

import dev.tidemark.service.backend.ActiveBackends;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;

/** Alive while all event loops answer and the threads of the backends run. A server that is away, or a recovery, is no reason. */
@Liveness
@Singleton
class ProcessLiveness implements AsyncHealthCheck {

    private final ActiveBackends backends;
    private final Watchdog watchdog;

    ProcessLiveness(ActiveBackends backends, Watchdog watchdog) {
        this.backends = backends;
        this.watchdog = watchdog;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return Uni.createFrom().item(this::look);
    }

    private HealthCheckResponse look() {
        long silent = watchdog.loops().silent();
        Optional<String> dead = backends.dead();
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("tidemark process").status(silent == 0 && dead.isEmpty());
        if (silent > 0) {
            answer.withData("event loops that do not answer", silent);
        }
        dead.ifPresent(name -> answer.withData(name, "has lost a thread that it needs"));
        return answer.build();
    }
}
