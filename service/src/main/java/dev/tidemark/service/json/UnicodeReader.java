package dev.tidemark.service.json;

import com.fasterxml.jackson.core.JsonParseException;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/**
 * Reads UTF-8, UTF-16 and UTF-32 strictly. Jackson accepts overlong forms of UTF-8, replaces lone surrogates of UTF-16, and
 * accepts surrogates in UTF-32, so that different bytes become the same name. A byte order mark at the beginning is skipped.
 */
final class UnicodeReader extends Reader {

    private final byte[] body;
    private final int start;
    private final int end;
    private final UnicodeEncoding encoding;
    private final CharsetDecoder decoder;
    private final ByteBuffer bytes;

    UnicodeReader(byte[] body, int start, int end) {
        this.body = body;
        this.start = start;
        this.end = end;
        encoding = UnicodeEncoding.of(body, start, end);
        decoder = encoding.newDecoder();
        int from = encoding.textStart(body, start, end);
        bytes = ByteBuffer.wrap(body, from, encoding.firstAcceptedSurrogate(body, start, end) - from);
    }

    /** Reads up to the first invalid byte, and fails there the next time, so that the parser knows which event is invalid. */
    @Override
    public int read(char[] characters, int offset, int length) throws IOException {
        CharBuffer room = CharBuffer.wrap(characters, offset, length);
        CoderResult result = decoder.decode(bytes, room, true);
        int read = length - room.remaining();
        int at = bytes.position();
        if (read == 0 && at < end && !result.isOverflow()) {
            throw new JsonParseException(
                    null, "invalid %s at byte %d (0x%02X)".formatted(encoding, at - start + 1, body[at]));
        }
        return read == 0 && at == end ? -1 : read;
    }

    @Override
    public void close() {}
}
