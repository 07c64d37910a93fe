package dev.tidemark.it.redis;

import static dev.tidemark.tck.Stages.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Point;
import dev.tidemark.timeseries.TimeRange;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class SilentConnectionIT {

    private static final TimeRange START = new TimeRange(Instant.EPOCH, Instant.EPOCH);

    /** More than the pool holds: one that was kept for good each time would leave none. */
    private static final int TIMES = 18;

    @Test
    @DisplayName("Connections that go silent cost a request each, and are given up")
    void givenUp() throws IOException {
        try (RedisServer server = RedisServer.start();
                SilentProxy proxy = SilentProxy.before(server);
                RedisTck client = RedisTck.on(proxy.uri(), server, Map.of("timeout", "400ms"));
                Backend backend = client.openEmpty()) {
            for (int i = 0; i < TIMES; i++) {
                proxy.silence();
                await().atMost(Duration.ofSeconds(10))
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> counted(backend));
            }
            assertThat(get(backend.timeSeries().counts("s", Granularity.DAY, START)))
                    .extracting(Point::value)
                    .containsExactly((long) TIMES);
        }
    }

    private static boolean counted(Backend backend) {
        try {
            get(backend.timeSeries().insert(List.of(new Count("s", Instant.EPOCH, 1))));
            return true;
        } catch (BackendUnavailableException e) {
            return false;
        }
    }
}
