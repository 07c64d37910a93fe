package dev.tidemark.service.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.service.problem.BadRequest;
import dev.tidemark.service.problem.TooLarge;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The memory that answers need at most")
class AnswerMemoryTest {

    private static final int MAX_LINES = 10_000;
    private static final int MAX_LINE = 4_000_000;
    private static final int MEMBER = 256;
    private static final int MEGABYTE = 1024 * 1024;

    private static long most(String text) {
        return most(text.getBytes(UTF_8));
    }

    private static long most(byte[] text) {
        return new AnswerMemory(MAX_LINES, 1_000, 1_000).most(new Lines(text, MAX_LINE));
    }

    @Test
    @DisplayName("is little for a small command")
    void small() {
        assertThat(most("zincrby t 1 m\nzget t m")).isLessThan(16 * 1024);
        assertThat(most("zrange t 0 5")).isLessThan(16 * 1024);
        assertThat(most("\n\n")).isZero();
    }

    @Test
    @DisplayName("grows with what ranges ask for, up to what a request may return")
    void ranges() {
        assertThat(most("zrange t 0 500")).isBetween(500L * MEMBER * 2, 2L * MEGABYTE);
        assertThat(most("ZREVRANGE t 0 -1 withscores"))
                .isEqualTo(most("zrange t 0 1000"))
                .isEqualTo(most("zrange t 0 99999999999"));
        assertThat(most("zrange t 0 -1\n".repeat(10))).isBetween(10_000L * MEMBER * 3, 12L * MEGABYTE);
        assertThat(most("zrange t 0 -1\n".repeat(1_000))).isLessThan(12L * MEGABYTE);
    }

    @Test
    @DisplayName("grows with the members that a line names, and with the lines, each of which may fail")
    void members() {
        assertThat(most("zget t" + " m".repeat(1_000))).isBetween(MEGABYTE * 9 / 10L, 2L * MEGABYTE);
        assertThat(most("zget t" + " m".repeat(MEGABYTE))).isLessThan(2L * MEGABYTE);
        assertThat(most("x\n".repeat(MAX_LINES))).isBetween(4L * MEGABYTE, 6L * MEGABYTE);
    }

    @Test
    @DisplayName("is not asked for of too many lines, or of what is not UTF-8")
    void refused() {
        assertThatThrownBy(() -> most("x\n".repeat(MAX_LINES + 1))).isInstanceOf(TooLarge.class);
        assertThatThrownBy(() -> most(new byte[] {'x', '\n', (byte) 0xC3, '\n'}))
                .isInstanceOf(BadRequest.class);
        assertThat(most("zget t \uFFFD")).isPositive();
    }
}
