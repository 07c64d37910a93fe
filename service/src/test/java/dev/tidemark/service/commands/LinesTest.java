package dev.tidemark.service.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The lines of a text")
class LinesTest {

    private static final int MAX = 2_000;

    private static Lines lines(String text) {
        return new Lines(text.getBytes(UTF_8), MAX);
    }

    @Test
    @DisplayName("are those that are not blank, without the white space around them")
    void lines() {
        Lines lines = lines("a b\r\n \n\n  \u20ac \nc");
        assertThat(lines.next()).isEqualTo("a b");
        assertThat(lines.next()).isEqualTo("\u20ac");
        assertThat(lines.next()).isEqualTo("c");
        assertThat(lines.next()).isNull();
    }

    @Test
    @DisplayName("are only looked at in their beginning where they are too long, even if that is blank")
    void tooLong() {
        Lines lines = lines("zget t " + "m".repeat(MAX) + "\na\n" + " ".repeat(MAX) + "b\n" + "c".repeat(MAX));
        assertThat(lines.next()).startsWith("zget t mmm").hasSizeLessThan(MAX);
        assertThat(lines.isTooLong()).isTrue();
        assertThat(lines.next()).isEqualTo("a");
        assertThat(lines.isTooLong()).isFalse();
        assertThat(lines.next()).isNotNull();
        assertThat(lines.isTooLong()).isTrue();
        assertThat(lines.next()).hasSize(MAX);
        assertThat(lines.isTooLong()).isFalse();
        assertThat(lines.next()).isNull();
    }

    @Test
    @DisplayName("tell how long the longest is that may be read")
    void longest() {
        assertThat(Lines.longest("ab\nabcd\r\nabc".getBytes(UTF_8), MAX)).isEqualTo(4);
        assertThat(Lines.longest("ab\n\u20ac\u20ac".getBytes(UTF_8), MAX)).isEqualTo(6);
        assertThat(Lines.longest("m".repeat(MAX + 1).getBytes(UTF_8), MAX)).isEqualTo(MAX);
        assertThat(Lines.longest(new byte[0], MAX)).isZero();
    }
}
