package dev.tidemark.redis.series;

import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import org.jspecify.annotations.Nullable;

/** Numbers in answers, which come by the ten thousand: read from their bytes, without a text for each. */
final class Replies {

    private Replies() {}

    /** A number, or 0 for what is not there. */
    static long number(@Nullable Response reply) {
        if (reply == null) {
            return 0;
        }
        return reply.type() == ResponseType.BULK ? number(reply.toBuffer()) : reply.toLong();
    }

    private static long number(Buffer digits) {
        int length = digits.length();
        if (length == 0 || length > 18) {
            // It may not fit, and the library knows best what then.
            return Long.parseLong(digits.toString());
        }
        boolean negative = digits.getByte(0) == '-';
        long number = 0;
        for (int i = negative ? 1 : 0; i < length; i++) {
            int digit = digits.getByte(i) - '0';
            if (digit < 0 || digit > 9) {
                return Long.parseLong(digits.toString());
            }
            number = number * 10 + digit;
        }
        return negative ? -number : number;
    }

    /** Goes through a hash of numbers by number, which newer versions of the protocol send as a map. */
    static void eachPair(Response hash, PairAction action) {
        if (hash.isMap()) {
            hash.getKeys().forEach(field -> action.accept(Integer.parseInt(field), number(hash.get(field))));
            return;
        }
        for (int i = 0; i + 1 < hash.size(); i += 2) {
            action.accept((int) number(hash.get(i)), number(hash.get(i + 1)));
        }
    }

    /** What to do with a field and its value. */
    interface PairAction {
        void accept(int field, long value);
    }
}
