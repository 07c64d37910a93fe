package dev.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

/**
 * What the service answers while the server of its backend is away.
 *
 * @param backend its name
 * @param timeout the one that is set
 */
public record AwayAnswers(String backend, Duration timeout) {

    /** A service may be slow on a busy machine, but does not hang. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private static final int MANY_LINES = 40;

    public void assertAway(Rest.Answer answer, String reason) {
        answer.expect(503);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.json().getString("detail")).contains(reason);
        assertThat(answer.took()).isLessThan(timeout.plus(MARGIN));
    }

    public void assertNotReady(Rest.Answer answer, String reason) {
        answer.expect(503);
        assertThat(answer.json().getString("status")).isEqualTo("DOWN");
        Map<String, String> data = answer.json().getMap("checks[0].data");
        assertThat(data).containsEntry(backend, "not reachable");
        assertThat(data.get(backend + ".reason")).contains(reason);
        assertThat(answer.took()).isLessThan(timeout.plus(MARGIN));
    }

    public static void assertQuiet(ServiceProcess service) {
        assertThat(service.output()).doesNotContain("\tat ");
        assertThat(service.output().lines().count()).as(service.output()).isLessThan(MANY_LINES);
    }
}
