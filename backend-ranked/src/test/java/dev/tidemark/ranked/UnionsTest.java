package dev.tidemark.ranked;

import static dev.tidemark.ranked.Picture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.ranked.Unions.Union;
import dev.tidemark.ranking.Score;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendUnavailableException;
import dev.tidemark.tck.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Unions ran in the common pool without a bound, and so did the answers to writes: 21 unions held writes up for 5.5 seconds.
 * What was kept of them, up to 64 of 31 bytes a member, was freed only by the next union.
 */
@Timeout(30)
class UnionsTest {

    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    private final TestClock clock = new TestClock(Instant.parse("2026-11-15T12:00:00Z"));
    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger computed = new AtomicInteger();

    private List<Score> waitAtTheGate(String table) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        computed.incrementAndGet();
        return List.of(new Score("a", 1));
    }

    @Test
    @DisplayName("However many unions are being computed, the common pool is free for the answers to writes")
    void commonPoolIsFree() throws Exception {
        try (Unions unions = new Unions(clock, this::waitAtTheGate, tables -> {})) {
            List<CompletableFuture<Union>> asked = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                asked.add(unions.of(List.of("t" + i), TEN_MINUTES));
            }
            CompletableFuture.runAsync(() -> {}, ForkJoinPool.commonPool()).get(10, TimeUnit.SECONDS);
            assertThat(asked).noneMatch(CompletableFuture::isDone);
            gate.countDown();
            asked.forEach(union -> assertThat(get(union).scores()).containsExactly(new Score("a", 1)));
        }
    }

    @Test
    @DisplayName("Too many at once are rejected with when to retry, are not kept, and work later")
    void bounded() {
        try (Unions unions = new Unions(clock, this::waitAtTheGate, tables -> {})) {
            List<CompletableFuture<Union>> asked = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                asked.add(unions.of(List.of("t" + i), TEN_MINUTES));
            }
            assertThatThrownBy(asked.get(999)::join)
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfSatisfying(BackendUnavailableException.class, e -> {
                        assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(1));
                        assertThat(e.applied()).isEqualTo(Applied.NO);
                        assertThat(e).hasMessageContaining("retry");
                    });
            assertThat(Thread.getAllStackTraces().keySet().stream().filter(UnionsTest::isOfUnions))
                    .hasSizeLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
            gate.countDown();
            get(asked.get(0));
            get(asked.get(1));
            assertThat(get(unions.of(List.of("t1"), TEN_MINUTES)).scores()).isNotEmpty();
        }
    }

    private static boolean isOfUnions(Thread thread) {
        return thread.getName().equals("tidemark-union");
    }

    @Test
    @DisplayName("An error fails those who wait, and the next one who asks computes it again")
    void anErrorIsNotKept() {
        try (Unions unions = new Unions(
                clock,
                table -> {
                    if (computed.incrementAndGet() == 1) {
                        throw new OutOfMemoryError("as if");
                    }
                    return List.of(new Score("a", 1));
                },
                tables -> {})) {
            assertThatThrownBy(unions.of(List.of("t"), TEN_MINUTES)::join)
                    .hasRootCauseInstanceOf(OutOfMemoryError.class);
            assertThat(get(unions.of(List.of("t"), TEN_MINUTES)).scores()).hasSize(1);
        }
    }

    @Test
    @DisplayName("What was kept is freed when its time is over, whether somebody asks again or not")
    void freedInTime() {
        gate.countDown();
        try (Unions unions = new Unions(clock, this::waitAtTheGate, tables -> {})) {
            get(unions.of(List.of("a"), TEN_MINUTES));
            get(unions.of(List.of("b"), Duration.ofMinutes(20)));
            clock.advance(Duration.ofMinutes(9));
            unions.dropOld();
            assertThat(unions.size()).isEqualTo(2);
            clock.advance(Duration.ofMinutes(1));
            unions.dropOld();
            assertThat(unions.size()).isEqualTo(1);
            clock.advance(Duration.ofMinutes(10));
            unions.dropOld();
            assertThat(unions.size()).isZero();
        }
    }

    @Test
    @DisplayName("Who still waits when the store is closed is told so")
    void closed() {
        Unions unions = new Unions(clock, this::waitAtTheGate, tables -> {});
        List<CompletableFuture<Union>> asked = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            asked.add(unions.of(List.of("t" + i), TEN_MINUTES));
        }
        unions.close();
        gate.countDown();
        CompletableFuture<?> all = CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new));
        assertThatThrownBy(() -> all.get(10, TimeUnit.SECONDS)).isNotNull();
        assertThat(asked).allMatch(CompletableFuture::isDone);
    }
}
