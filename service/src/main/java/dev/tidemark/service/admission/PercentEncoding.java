package dev.tidemark.service.admission;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Looks whether an address says what it seems to say: a lenient decoder would make one name of many. */
final class PercentEncoding {

    private PercentEncoding() {}

    /** Whether {@code uri} is ASCII whose escapes are whole and stand for valid UTF-8. */
    static boolean isUtf8(String uri) {
        return isPlain(uri) || isEscapedUtf8(uri);
    }

    /** Whether there is nothing to decode, as in most requests. */
    private static boolean isPlain(String uri) {
        for (int i = 0; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (c == '%' || c >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEscapedUtf8(String uri) {
        ByteBuffer bytes = ByteBuffer.allocate(uri.length());
        for (int i = 0; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (c == '%') {
                int high = i + 2 < uri.length() ? Character.digit(uri.charAt(i + 1), 16) : -1;
                int low = i + 2 < uri.length() ? Character.digit(uri.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    return false;
                }
                bytes.put((byte) (high * 16 + low));
                i += 2;
            } else if (c < 0x80) {
                bytes.put((byte) c);
            } else {
                return false;
            }
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(bytes.flip());
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
