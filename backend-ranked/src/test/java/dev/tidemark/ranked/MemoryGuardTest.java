package dev.tidemark.ranked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.BackendFullException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When writes are rejected, and when they are accepted again. {@link MemoryTest} shows it with a real heap. */
class MemoryGuardTest {

    private static final long MB = 1 << 20;

    /** A heap whose garbage is known. */
    private static final class FakeHeap implements Heap {
        private long live;
        private long oldGarbage;
        private long fresh;
        private long collections;
        private int asked;

        @Override
        public long max() {
            return 100 * MB;
        }

        @Override
        public long used() {
            return live + oldGarbage + fresh;
        }

        @Override
        public long survivors() {
            return live + oldGarbage;
        }

        @Override
        public long collections() {
            return collections;
        }

        @Override
        public void collect() {
            asked++;
            collections++;
            oldGarbage = 0;
            fresh = 0;
        }
    }

    private final FakeHeap heap = new FakeHeap();
    private final MemoryGuard guard = new MemoryGuard(heap, 75 * MB);

    private void assertAccepted() {
        guard.look();
        assertThat(guard.rejection()).isNull();
        assertThatCode(() -> guard.admit(1, () -> 1)).doesNotThrowAnyException();
    }

    private void assertRejected() {
        guard.look();
        assertThatThrownBy(() -> guard.admit(1, () -> 1))
                .isInstanceOf(BackendFullException.class)
                .hasMessageContaining("75 MB")
                .hasMessageContaining("delete something")
                .hasMessageContaining("-Xmx")
                .hasMessageContaining("tidemark.ranked.max-memory");
    }

    @Test
    @DisplayName("Below the limit writes are accepted, and nobody asks for a collection, however much garbage there is")
    void below() {
        heap.live = 60 * MB;
        heap.fresh = 39 * MB;
        assertAccepted();
        assertThat(heap.asked).isZero();
    }

    @Test
    @DisplayName("Garbage among the survivors is no reason to reject: a collection tells")
    void garbage() {
        heap.live = 60 * MB;
        heap.oldGarbage = 20 * MB;
        assertAccepted();
        assertThat(heap.asked).isEqualTo(1);
    }

    @Test
    @DisplayName("Above the limit writes are rejected, and accepted again once something was deleted")
    void aboveAndBelowAgain() throws InterruptedException {
        AtomicInteger whenShort = new AtomicInteger();
        guard.whenShort(whenShort::incrementAndGet);
        heap.live = 76 * MB;
        assertRejected();
        assertThat(whenShort).hasValue(1);
        assertRejected();
        assertThat(heap.asked).as("collections while nothing was deleted").isEqualTo(1);

        heap.live = 70 * MB;
        heap.oldGarbage = 6 * MB;
        guard.freed();
        long deadline = System.nanoTime() + 10_000_000_000L;
        while (guard.rejection() != null && System.nanoTime() < deadline) {
            guard.look();
            Thread.sleep(10);
        }
        assertAccepted();
        assertThat(heap.asked).isEqualTo(2);
    }

    @Test
    @DisplayName("What was admitted since the last collection counts as live until the next one tells")
    void admittedCounts() {
        heap.live = 74 * MB;
        heap.fresh = 3 * MB;
        assertAccepted();
        assertThat(heap.asked).isZero();
        for (int i = 0; i < 12; i++) {
            guard.admit(1_500, () -> 0);
        }
        assertAccepted();
        assertThat(heap.asked).isEqualTo(1);
    }

    @Test
    @DisplayName("Before garbage may be collected again, writes are rejected where it does not explain what is in use")
    void grewSinceTheLastCollection() {
        heap.live = 60 * MB;
        heap.oldGarbage = 20 * MB;
        assertAccepted();

        heap.oldGarbage = 24 * MB;
        assertAccepted();
        heap.oldGarbage = 0;
        heap.live = 84 * MB;
        for (int i = 0; i < 24 * MB / 2048; i++) {
            guard.made();
        }
        heap.collections++;
        assertRejected();
    }

    @Test
    @DisplayName("A batch whose series may not fit is rejected; one of series that are there, and a small one, pass")
    void largeBatch() {
        heap.live = 70 * MB;
        assertAccepted();
        assertThatCode(() -> guard.admit(10_000, () -> 0)).doesNotThrowAnyException();
        assertThatThrownBy(() -> guard.admit(10_000, () -> 10_000))
                .isInstanceOf(BackendFullException.class)
                .hasMessageContaining("less at once");
        assertAccepted();
        heap.live = 20 * MB;
        heap.collections++;
        guard.look();
        assertThatCode(() -> guard.admit(10_000, () -> 10_000)).doesNotThrowAnyException();
    }
}
