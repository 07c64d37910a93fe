package dev.tidemark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.timeseries.Count;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest(name = "{0} × {1}")
    @CsvSource({"a, 256", "é, 128", "€, 85", "😀, 64"})
    @DisplayName("a name has at most 256 UTF-8 bytes")
    void lengths(String character, int most) {
        String longest = character.repeat(most);
        assertThat(Names.require("series", longest)).isEqualTo(longest);
        assertThatThrownBy(() -> Names.require("series", longest + character))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("series must be at most 256 UTF-8 bytes")
                .hasMessageContaining(character.repeat(20) + "…");
    }

    @ParameterizedTest
    @ValueSource(ints = {0x00, 0x09, 0x0A, 0x1F, 0x7F, 0x80, 0x85, 0x9F})
    @DisplayName("a control character is refused, and the message tells where it is")
    void controlCharacters(int character) {
        assertThatThrownBy(() -> Names.require("member", "ab" + (char) character))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("member")
                .hasMessageContaining("U+%04X at position 2".formatted(character));
    }

    @ParameterizedTest
    @ValueSource(ints = {0x20, 0x7E, 0xA0, 0xAD, 0x200D, 0x2028, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF})
    @DisplayName("anything else is legal")
    void legalCharacters(int codePoint) {
        String name = Character.toString(codePoint);
        assertThat(Names.require("member", name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    @DisplayName("an unpaired surrogate is refused wherever it stands")
    void unpairedSurrogates(int kind) {
        String name = switch (kind) {
            case 1 -> "\uD83D";
            case 2 -> "a\uDE00";
            case 3 -> "\uD83Da\uDE00";
            default -> "\uD83D\uDE00\uD83D";
        };
        assertThatThrownBy(() -> Names.require("table", name))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("unpaired surrogate");
    }

    @Test
    @DisplayName("an empty name is refused, an empty prefix is not")
    void empty() {
        assertThatThrownBy(() -> Names.require("board", ""))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("board must not be empty");
        assertThat(Names.requireOrEmpty("prefix", "")).isEmpty();
        assertThatThrownBy(() -> Names.requireOrEmpty("prefix", "\n")).isInstanceOf(InvalidValueException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    @DisplayName("dots are no name of what stands in paths, but may be a member's, and what is stored stays readable")
    void dots(String name) {
        assertThatThrownBy(() -> Names.requireForPath("series", name))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("series must not be '" + name + "': HTTP clients resolve it as a relative path");
        assertThat(Names.require("member", name)).isEqualTo(name);
        assertThat(new Count(name, Instant.EPOCH, 1).series()).isEqualTo(name);
        assertThat(Names.requireForPath("series", name + "a")).isEqualTo(name + "a");
        assertThat(Names.requireForPath("series", "...")).isEqualTo("...");
    }

    @Test
    @DisplayName("a name can be asked to leave room")
    void room() {
        assertThat(Names.require("board", "x".repeat(245), 245)).hasSize(245);
        assertThatThrownBy(() -> Names.require("board", "x".repeat(246), 245))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("245");
    }

    @Test
    @DisplayName("the order is that of the UTF-8 bytes, for 20,000 random pairs")
    void order() {
        Random random = new Random(3);
        int[] codePoints = {
            'a', 'b', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFF5E, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF
        };
        for (int i = 0; i < 20_000; i++) {
            String a = random(random, codePoints);
            String b = random(random, codePoints);
            int expected =
                    Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
            assertThat(Integer.signum(Names.UTF8_ORDER.compare(a, b)))
                    .as("'%s' against '%s'", a, b)
                    .isEqualTo(Integer.signum(expected));
        }
    }

    private static String random(Random random, int[] codePoints) {
        StringBuilder name = new StringBuilder();
        for (int length = random.nextInt(5); length > 0; length--) {
            name.appendCodePoint(codePoints[random.nextInt(codePoints.length)]);
        }
        return name.toString();
    }
}
