package dev.tidemark.service.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A body")
class LargeBodiesTest {

    private static final int LARGEST_ON_EVENT_LOOP = 128 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static CompletionStage<Thread> reader(int bytes) {
        return new LargeBodies()
                .read(new byte[bytes], body -> CompletableFuture.completedFuture(Thread.currentThread()));
    }

    @Test
    @DisplayName("of at most 128 KiB is read where it arrives")
    void small() {
        assertThat(reader(LARGEST_ON_EVENT_LOOP)).isCompletedWithValue(Thread.currentThread());
    }

    @Test
    @DisplayName("of more is read by a worker, so that other connections of the event loop do not wait")
    void large() {
        assertThat(reader(LARGEST_ON_EVENT_LOOP + 1)).succeedsWithin(PATIENCE).isNotEqualTo(Thread.currentThread());
    }

    @Test
    @DisplayName("of more that is bad fails as a small one does")
    void bad() {
        IllegalStateException bad = new IllegalStateException("bad");
        CompletionStage<Void> read = new LargeBodies().read(new byte[LARGEST_ON_EVENT_LOOP + 1], body -> {
            throw bad;
        });
        assertThat(read).failsWithin(PATIENCE).withThrowableThat().withCause(bad);
    }
}
