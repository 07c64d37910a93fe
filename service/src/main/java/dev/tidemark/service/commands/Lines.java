package dev.tidemark.service.commands;

import dev.tidemark.service.problem.BadRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text in UTF-8 that are not blank. Each is decoded when its turn comes, because all of them would take several
 * times the memory of the text.
 */
final class Lines {

    /** What a lenient decoder puts where it finds what is not UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    private final byte[] text;
    private int at;

    Lines(byte[] text) {
        this.text = text;
    }

    /** Returns the next line, without white space around it; null behind the last. */
    @Nullable
    String next() {
        while (at < text.length) {
            int start = at;
            while (at < text.length && text[at] != '\n' && text[at] != '\r') {
                at++;
            }
            String line = decode(start, at).strip();
            at++;
            if (!line.isEmpty()) {
                return line;
            }
        }
        return null;
    }

    private String decode(int start, int end) {
        if (start == end) {
            return "";
        }
        String line = new String(text, start, end - start, StandardCharsets.UTF_8);
        // Only a text with this character in it can be one that was not valid; to decode strictly takes three times
        // the memory.
        return line.indexOf(REPLACEMENT) < 0 ? line : decodeStrictly(start, end);
    }

    private String decodeStrictly(int start, int end) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text, start, end - start))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadRequest("the body is not valid UTF-8");
        }
    }
}
