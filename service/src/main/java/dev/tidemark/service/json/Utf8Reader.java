package dev.tidemark.service.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParseException;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/**
 * Reads UTF-8 strictly. Jackson's own decoder accepts overlong forms, so that different bytes become the same name. A byte
 * order mark at the beginning is skipped.
 */
final class Utf8Reader extends Reader {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final ByteBuffer bytes;
    private final int start;
    private final CharsetDecoder decoder = UTF_8.newDecoder();

    Utf8Reader(byte[] body, int start, int end) {
        this.start = start;
        bytes = ByteBuffer.wrap(body, start, end - start);
        if (bytes.remaining() >= BYTE_ORDER_MARK.length
                && bytes.slice(start, BYTE_ORDER_MARK.length).equals(ByteBuffer.wrap(BYTE_ORDER_MARK))) {
            bytes.position(start + BYTE_ORDER_MARK.length);
        }
    }

    /** Reads up to the first invalid byte, and fails there the next time, so that the parser knows which event is invalid. */
    @Override
    public int read(char[] characters, int offset, int length) throws IOException {
        CharBuffer room = CharBuffer.wrap(characters, offset, length);
        CoderResult result = decoder.decode(bytes, room, true);
        int read = length - room.remaining();
        if (read == 0 && result.isError()) {
            int at = bytes.position();
            throw new JsonParseException(
                    null, "invalid UTF-8 at byte %d (0x%02X)".formatted(at - start + 1, bytes.get(at)));
        }
        return read == 0 && !bytes.hasRemaining() ? -1 : read;
    }

    @Override
    public void close() {}
}
