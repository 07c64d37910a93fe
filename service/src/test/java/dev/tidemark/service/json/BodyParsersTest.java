package dev.tidemark.service.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A parser of a body")
class BodyParsersTest {

    private static final int[] CHARACTERS = {
        'a', 0x7f, 0x80, 0xe9, 0x7ff, 0x800, 0x20ac, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x1f600, 0x10ffff
    };

    private static final byte[] ODD_BYTES = {
        'a',
        (byte) 0x80,
        (byte) 0x9f,
        (byte) 0xa0,
        (byte) 0xbf,
        (byte) 0xc0,
        (byte) 0xc1,
        (byte) 0xc2,
        (byte) 0xe0,
        (byte) 0xed,
        (byte) 0xf0,
        (byte) 0xf4,
        (byte) 0xf5,
        (byte) 0xf8,
        (byte) 0xff
    };

    private final BodyParsers parsers = new BodyParsers(new JsonFactoryBuilder());

    @Test
    @DisplayName("reads a part of the body, and counts bytes from its beginning")
    void part() throws IOException {
        byte[] body = "{}'a\u00e9'{}".replace('\'', '"').getBytes(UTF_8);
        try (JsonParser json = parsers.open(body, 2, body.length - 2)) {
            assertThat(json.nextToken()).isEqualTo(JsonToken.VALUE_STRING);
            assertThat(json.getText()).isEqualTo("a\u00e9");
            assertThat(json.nextToken()).isNull();
        }
        body[4] = (byte) 0xc1;
        assertThatThrownBy(() -> {
                    try (JsonParser json = parsers.open(body, 2, body.length - 2)) {
                        json.nextToken();
                        json.getText();
                    }
                })
                .isInstanceOf(JsonParseException.class)
                .hasMessage("invalid UTF-8 at byte 3 (0xC1)");
    }

    @Test
    @DisplayName("skips a byte order mark at the beginning, of a body that has nothing else too")
    void byteOrderMark() throws IOException {
        assertThat(text("\ufeff'a'".getBytes(UTF_8))).isEqualTo("a");
        assertThat(text("\ufeff".getBytes(UTF_8))).isNull();
        assertThat(text(new byte[0])).isNull();
        assertThat(text("'\ufeff'".getBytes(UTF_8))).isEqualTo("\ufeff");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    @DisplayName("takes the same bytes for UTF-8 as the JDK does, and reads them as the same characters")
    void sameAsJdk(long seed) throws IOException {
        Random random = new Random(seed);
        int read = 0;
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = anyBytes(random);
            // Somewhere around the end of what the parser reads at once.
            String before = "x".repeat(random.nextBoolean() ? 0 : 3_990 + random.nextInt(12));
            String expected = decoded(bytes);
            byte[] body = ("'" + before + new String(bytes, ISO_8859_1) + "'").getBytes(ISO_8859_1);
            if (expected == null) {
                assertThatThrownBy(() -> text(body))
                        .as("bytes %s", bytes)
                        .hasMessageContaining("invalid UTF-8 at byte ");
            } else {
                assertThat(text(body)).as("bytes %s", bytes).isEqualTo(before + expected);
                read++;
            }
        }
        assertThat(read).isBetween(1_000, 49_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
    @DisplayName("reads wider characters too, with a byte order mark or without")
    void wide(String name) throws IOException {
        Charset charset = Charset.forName(name);
        String all = Arrays.stream(CHARACTERS)
                .mapToObj(Character::toString)
                .collect(Collectors.joining())
                .repeat(1_000);
        for (String text : List.of("", "a", "\u00e9", all, "x" + all)) {
            assertThat(wideText(("'" + text + "'").getBytes(charset))).isEqualTo(text);
            assertThat(wideText(("\ufeff'" + text + "'").getBytes(charset))).isEqualTo(text);
        }
        assertThat(wideText("1".getBytes(charset))).isEqualTo("1");
        assertThat(wideText("\ufeff".getBytes(charset))).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-16BE, D800",
        "UTF-16BE, DC00",
        "UTF-16BE, DE00D83D",
        "UTF-16LE, 00DC",
        "UTF-32BE, 0000D800",
        "UTF-32BE, 0000D83D0000DE00",
        "UTF-32BE, 0000DFFF",
        "UTF-32BE, 00110000",
        "UTF-32BE, FFFFFFFF",
        "UTF-32LE, 00D80000",
        "UTF-32LE, 3DD8000000DE0000",
        "UTF-32LE, 00001100"
    })
    @DisplayName("rejects surrogates that are no pair, and bytes that are no character, wherever they are")
    void invalidWide(String name, String bad) {
        Charset charset = Charset.forName(name);
        int width = name.startsWith("UTF-16") ? 2 : 4;
        for (int before : new int[] {0, 1, 3_990, 3_997, 3_998, 3_999, 4_000, 4_001}) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            body.writeBytes(("'" + "x".repeat(before)).getBytes(charset));
            body.writeBytes(HexFormat.of().parseHex(bad));
            body.writeBytes("x'".getBytes(charset));
            assertThatThrownBy(() -> wideText(body.toByteArray()))
                    .isInstanceOf(JsonParseException.class)
                    .hasMessageStartingWith("invalid " + name + " at byte " + (width * (before + 1) + 1) + " (0x");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
    @DisplayName("rejects wide characters of which bytes are missing")
    void cutWide(String name) {
        byte[] body = "'abc'".getBytes(Charset.forName(name));
        int width = body.length / 5;
        for (int length = body.length - width + 1; length < body.length; length++) {
            byte[] cut = Arrays.copyOf(body, length);
            assertThatThrownBy(() -> wideText(cut)).isInstanceOf(JsonParseException.class);
            byte[] more = Arrays.copyOf(body, body.length + length % width);
            assertThatThrownBy(() -> wideText(more))
                    .isInstanceOf(JsonParseException.class)
                    .hasMessageStartingWith("invalid " + name + " at byte " + (body.length + 1));
        }
    }

    @Test
    @DisplayName("that fails in a way of its own has read something invalid")
    void failing() throws IOException {
        IllegalStateException bug = new IllegalStateException("bug");
        JsonParser failing = new BodyParsers.FailingAsInvalid(new JsonParserDelegate(parsers.open(new byte[0])) {
            @Override
            public JsonToken nextToken() {
                throw bug;
            }

            @Override
            public String getText() {
                throw bug;
            }
        });
        assertThatThrownBy(failing::nextToken)
                .isInstanceOf(JsonParseException.class)
                .hasCause(bug);
        assertThatThrownBy(failing::getText)
                .isInstanceOf(JsonParseException.class)
                .hasCause(bug);
    }

    /** Characters from all over Unicode, now and then with a byte too many, too few or in the wrong place. */
    private static byte[] anyBytes(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i >= 0; i--) {
            text.appendCodePoint(CHARACTERS[random.nextInt(CHARACTERS.length)]);
        }
        byte[] bytes = text.toString().getBytes(UTF_8);
        if (random.nextBoolean()) {
            bytes[random.nextInt(bytes.length)] = ODD_BYTES[random.nextInt(ODD_BYTES.length)];
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length) + 1) : bytes;
    }

    private static @Nullable String decoded(byte[] bytes) {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** The only value of a text in wide characters, with single quotes. */
    private @Nullable String wideText(byte[] body) throws IOException {
        for (int i = 0; i < body.length; i++) {
            body[i] = body[i] == '\'' ? (byte) '"' : body[i];
        }
        try (JsonParser json = parsers.open(body)) {
            if (json.nextToken() == null) {
                return null;
            }
            String text = json.getText();
            assertThat(json.nextToken()).isNull();
            return text;
        }
    }

    private @Nullable String text(byte[] body) throws IOException {
        byte[] quoted = new String(body, ISO_8859_1).replace('\'', '"').getBytes(ISO_8859_1);
        try (JsonParser json = parsers.open(quoted)) {
            return json.nextToken() == null ? null : json.getText();
        }
    }
}
