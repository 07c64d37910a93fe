package dev.tidemark.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of loopback for servers. They are below those that systems hand out to clients, so that no connection takes the
 * port of a server that is about to restart.
 */
public final class FreePorts {

    /** The nodes of a Redis cluster talk to each other on their port plus this. */
    private static final int BUS_OFFSET = 10_000;

    private static final int FIRST = 12_000;
    private static final int LAST = 21_999;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /** A port that is free, and so is the bus port that belongs to it; each is answered once. */
    public static int next() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
            if (GIVEN.add(port) && isFree(port) && isFree(port + BUS_OFFSET)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
