package dev.tidemark.it.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between a client and a Redis, and can make the connections that there are go silent without closing them, as a machine
 * does that lost its power. Connections that are made afterwards work.
 */
final class SilentProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final int target;
    private final List<Link> links = new CopyOnWriteArrayList<>();

    private SilentProxy(ServerSocket listening, int target) {
        this.listening = listening;
        this.target = target;
    }

    static SilentProxy before(RedisServer server) {
        try {
            SilentProxy proxy =
                    new SilentProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), server.port());
            daemon(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String uri() {
        return "redis://127.0.0.1:" + listening.getLocalPort();
    }

    /** Lets nothing through any more on the connections that there are. */
    void silence() {
        links.forEach(link -> link.silent = true);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), target));
                links.add(link);
                daemon(() -> link.pump(link.client, link.server));
                daemon(() -> link.pump(link.server, link.client));
            } catch (IOException e) {
                // Closed, or Redis is away: the client is told by the end of its connection.
            }
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "silent proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        links.forEach(Link::close);
    }

    private static final class Link {

        private final Socket client;
        private final Socket server;
        private volatile boolean silent;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void pump(Socket from, Socket to) {
            byte[] buffer = new byte[16_384];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (!silent) {
                        out.write(buffer, 0, read);
                    }
                }
            } catch (IOException e) {
                // The other direction has ended it.
            }
            close();
        }

        void close() {
            try (client;
                    server) {
                silent = true;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
