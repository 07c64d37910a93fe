package dev.tidemark.tck;

import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static dev.tidemark.timeseries.Granularity.DAY;
import static dev.tidemark.timeseries.Granularity.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.InvalidValueException;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.timeseries.Limiter;
import dev.tidemark.timeseries.Precision;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Limits over a real store. What is counted goes by a clock of the test's own. */
abstract class LimiterTck extends TimeSeriesGroup {

    private static final String NAME = "logins:{hugo}";

    private final TestClock clock = new TestClock(at(30));
    private Limiter limiter;

    LimiterTck(Supplier<TckBackend> kits, Precision precision) {
        super(kits, precision);
    }

    @BeforeEach
    void openLimiter() {
        limiter = new Limiter(series(), clock);
    }

    private Limiter.Answer check(long limit, long amount) {
        return get(limiter.check(NAME, MINUTE, limit, amount));
    }

    @Test
    @DisplayName("allows until the limit is reached and refuses from then on")
    void allowsUntilLimit() {
        List<Limiter.Answer> answers =
                IntStream.range(0, 5).mapToObj(i -> check(3, 1)).toList();
        assertThat(answers).extracting(Limiter.Answer::allowed).containsExactly(true, true, true, false, false);
        assertThat(answers).extracting(Limiter.Answer::remaining).containsExactly(2L, 1L, 0L, 0L, 0L);
        assertThat(answers).extracting(Limiter.Answer::count).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(answers).extracting(Limiter.Answer::limit).containsOnly(3L);
    }

    @Test
    @DisplayName("tells when the bucket ends")
    void resetsAt() {
        assertThat(check(1, 1).resetsAt()).isEqualTo(at(60));
        clock.set(at(59).plusMillis(999));
        assertThat(check(1, 1).resetsAt()).isEqualTo(at(60));
        clock.set(at(60));
        assertThat(check(1, 1).resetsAt()).isEqualTo(at(120));
        clock.set(at(-1));
        assertThat(check(1, 1).resetsAt()).isEqualTo(at(0));
        assertThat(get(limiter.check(NAME, DAY, 9, 1)).resetsAt()).isEqualTo(at(0));
    }

    @Test
    @DisplayName("counts several at once")
    void severalAtOnce() {
        assertThat(check(10, 7)).isEqualTo(new Limiter.Answer(7, 10, at(60)));
        Limiter.Answer over = check(10, 4);
        assertThat(over.allowed()).isFalse();
        assertThat(over.remaining()).isZero();
    }

    @Test
    @DisplayName("begins anew in the next bucket")
    void nextBucket() {
        check(1, 1);
        assertThat(check(1, 1).allowed()).isFalse();
        clock.advance(Duration.ofSeconds(30));
        assertThat(check(1, 1)).isEqualTo(new Limiter.Answer(1, 1, at(120)));
    }

    @Test
    @DisplayName("allows nothing with a limit of 0")
    void limitZero() {
        assertThat(check(0, 1).allowed()).isFalse();
    }

    @Test
    @DisplayName("refuses negative limits, and amounts below 1")
    void badArguments() {
        assertThatThrownBy(() -> limiter.check(NAME, MINUTE, -1, 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("limit");
        assertThatThrownBy(() -> limiter.check(NAME, MINUTE, 1, 0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("count");
        assertThat(names()).isEmpty();
    }

    @Test
    @DisplayName("a count that would leave 64 bits is refused")
    void overflow() {
        check(Long.MAX_VALUE, Long.MAX_VALUE);
        assertFails(limiter.check(NAME, MINUTE, Long.MAX_VALUE, 1), NumberOverflowException.class);
    }

    @Test
    @DisplayName("lets exactly as many through as the limit says, of 8 threads")
    void concurrent() throws Exception {
        List<Long> allowed = Together.run(thread ->
                IntStream.range(0, 25).filter(i -> check(100, 1).allowed()).count());
        assertThat(allowed.stream().mapToLong(Long::longValue).sum()).isEqualTo(100);
    }
}
