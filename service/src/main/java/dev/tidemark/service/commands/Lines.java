package dev.tidemark.service.commands;

import dev.tidemark.service.problem.BadRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text in UTF-8 that are not blank. Each is decoded when its turn comes, because all of them would take several
 * times the memory of the text. Of a line that is too long there is only its beginning, for the same reason.
 */
final class Lines {

    /** What a lenient decoder puts where it finds what is not UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    /** Enough to quote it. */
    private static final int BEGINNING = 1_000;

    private final byte[] text;
    private final int maxLength;
    private int at;
    private boolean tooLong;

    /** @param maxLength how many bytes a line may have */
    Lines(byte[] text, int maxLength) {
        this.text = text;
        this.maxLength = maxLength;
    }

    /** How many bytes the longest line has that is not too long. */
    static int longest(byte[] text, int maxLength) {
        int longest = 0;
        int start = 0;
        for (int i = 0; i < text.length; i++) {
            if (isEnd(text[i])) {
                longest = Math.max(longest, i - start);
                start = i + 1;
            }
        }
        return Math.min(maxLength, Math.max(longest, text.length - start));
    }

    /** Whether the line that was returned last is longer than allowed, so that only its beginning was returned. */
    boolean isTooLong() {
        return tooLong;
    }

    private static boolean isEnd(byte b) {
        return b == '\n' || b == '\r';
    }

    /** Returns the next line, without white space around it; null behind the last. */
    @Nullable
    String next() {
        while (at < text.length) {
            int start = at;
            while (at < text.length && !isEnd(text[at])) {
                at++;
            }
            tooLong = at - start > maxLength;
            String line = tooLong
                    ? new String(text, start, Math.min(BEGINNING, at - start), StandardCharsets.UTF_8).strip()
                    : decode(start, at).strip();
            at++;
            if (tooLong || !line.isEmpty()) {
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
