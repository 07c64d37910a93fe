package dev.tidemark.service.json;

import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.util.Arrays;

/** The encodings of Unicode that a text of JSON may be in. */
final class UnicodeEncoding {

    private static final UnicodeEncoding UTF_8 = new UnicodeEncoding("UTF-8");
    private static final UnicodeEncoding UTF_16BE = new UnicodeEncoding("UTF-16BE");
    private static final UnicodeEncoding UTF_16LE = new UnicodeEncoding("UTF-16LE");
    private static final UnicodeEncoding UTF_32BE = new UnicodeEncoding("UTF-32BE");
    private static final UnicodeEncoding UTF_32LE = new UnicodeEncoding("UTF-32LE");

    private final Charset charset;
    private final byte[] byteOrderMark;

    private UnicodeEncoding(String name) {
        charset = Charset.forName(name);
        byteOrderMark = "\ufeff".getBytes(charset);
    }

    /** JSON begins with ASCII, or with a byte order mark, so the zeros in its first four bytes tell what it is in. */
    static UnicodeEncoding of(byte[] body, int start, int end) {
        int length = end - start;
        if (length >= 4 && body[start] == 0 && body[start + 1] == 0) {
            return UTF_32BE;
        } else if (length >= 4 && body[start + 2] == 0 && body[start + 3] == 0) {
            return UTF_32LE;
        } else if (length >= 2 && (body[start] == 0 || UTF_16BE.isMarked(body, start, end))) {
            return UTF_16BE;
        } else if (length >= 2 && (body[start + 1] == 0 || UTF_16LE.isMarked(body, start, end))) {
            return UTF_16LE;
        }
        return UTF_8;
    }

    CharsetDecoder newDecoder() {
        return charset.newDecoder();
    }

    /** Where the text begins: behind the byte order mark, if there is one. */
    int textStart(byte[] body, int start, int end) {
        return isMarked(body, start, end) ? start + byteOrderMark.length : start;
    }

    private boolean isMarked(byte[] body, int start, int end) {
        int afterMark = start + byteOrderMark.length;
        return afterMark <= end && Arrays.equals(body, start, afterMark, byteOrderMark, 0, byteOrderMark.length);
    }

    /** Where there is a surrogate that the decoder would accept, or the end. The JDK's decoders of UTF-32 do. */
    int firstAcceptedSurrogate(byte[] body, int start, int end) {
        if (this == UTF_32BE || this == UTF_32LE) {
            for (int i = start; i + 4 <= end; i += 4) {
                boolean surrogate = this == UTF_32BE
                        ? isSurrogate(body[i], body[i + 1], body[i + 2])
                        : isSurrogate(body[i + 3], body[i + 2], body[i + 1]);
                if (surrogate) {
                    return i;
                }
            }
        }
        return end;
    }

    private static boolean isSurrogate(byte first, byte second, byte third) {
        return first == 0 && second == 0 && (third & 0xf8) == 0xd8;
    }

    @Override
    public String toString() {
        return charset.name();
    }
}
