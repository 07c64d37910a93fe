package dev.tidemark.bench.start;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tidemark.bench.load.Redis;
import dev.tidemark.bench.load.Service;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A service that has just given its first answer, and how long that took from before its process was made. */
record FirstAnswer(Service service, double millis) {

    private static final byte[] REQUEST =
            "GET /q/health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1);
    private static final String OK = "HTTP/1.1 200 ";
    private static final Duration BETWEEN_TRIES = Duration.ofNanos(200_000);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static FirstAnswer of(Form form) throws IOException {
        int port = Redis.freePort();
        long start = System.nanoTime();
        Service service = new Service(form.command(), port);
        while (!answers(port)) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                service.close();
                throw new IOException(form.name() + " did not answer within " + PATIENCE);
            }
            LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
        }
        return new FirstAnswer(service, (System.nanoTime() - start) / 1e6);
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.getOutputStream().write(REQUEST);
            return new String(socket.getInputStream().readNBytes(OK.length()), ISO_8859_1).equals(OK);
        } catch (IOException e) {
            return false;
        }
    }
}
