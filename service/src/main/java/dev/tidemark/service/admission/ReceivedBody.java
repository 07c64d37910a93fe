package dev.tidemark.service.admission;

import java.io.ByteArrayInputStream;

/** A body that has arrived as a whole. Whoever wants all of it takes its bytes instead of copying them. */
final class ReceivedBody extends ByteArrayInputStream {

    ReceivedBody(byte[] bytes) {
        super(bytes);
    }

    byte[] bytes() {
        return buf;
    }
}
