package dev.tidemark.bench.redis;

import java.io.IOException;

/** What Redis uses for data, and not for those who talk to it. */
final class Memory {

    private Memory() {}

    /** Waits until ours is the only connection: others have buffers, which go with them. */
    static void settle(Wire wire) throws IOException, InterruptedException {
        while (wire.info("connected_clients") > 1) {
            Thread.sleep(20);
        }
    }
}
