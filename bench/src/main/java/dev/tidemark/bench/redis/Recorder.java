package dev.tidemark.bench.redis;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Stands between a client and Redis, and writes down what the client says. */
final class Recorder implements AutoCloseable {

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int redisPort;
    private final Queue<ByteArrayOutputStream> heard = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    Recorder(int redisPort) throws IOException {
        this.redisPort = redisPort;
        start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** The commands of all connections, each as its parts. */
    List<List<byte[]>> commands() {
        List<List<byte[]>> commands = new ArrayList<>();
        for (ByteArrayOutputStream connection : heard) {
            Parts parts = new Parts(connection.toByteArray());
            while (parts.hasNext()) {
                commands.add(parts.next());
            }
        }
        return commands;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = door.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), redisPort);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            sockets.add(client);
            sockets.add(server);
            ByteArrayOutputStream record = new ByteArrayOutputStream();
            heard.add(record);
            start(() -> pass(client.getInputStream(), server.getOutputStream(), record));
            start(() -> pass(server.getInputStream(), client.getOutputStream(), OutputStream.nullOutputStream()));
        }
    }

    private static void pass(InputStream from, OutputStream to, OutputStream record) throws IOException {
        byte[] buffer = new byte[64 * 1024];
        for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
            record.write(buffer, 0, n);
            to.write(buffer, 0, n);
        }
        to.close();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // That is how a socket tells that it was closed.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** Takes apart what a client wrote. */
    private static final class Parts {

        private final byte[] bytes;
        private int at;

        Parts(byte[] bytes) {
            this.bytes = bytes;
        }

        boolean hasNext() {
            return at < bytes.length;
        }

        List<byte[]> next() {
            int count = number('*');
            List<byte[]> parts = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                byte[] part = new byte[number('$')];
                System.arraycopy(bytes, at, part, 0, part.length);
                at += part.length + 2;
                parts.add(part);
            }
            return parts;
        }

        private int number(char mark) {
            if (bytes[at++] != mark) {
                throw new IllegalStateException("no '" + mark + "' at " + (at - 1));
            }
            int number = 0;
            for (; bytes[at] != '\r'; at++) {
                number = number * 10 + bytes[at] - '0';
            }
            at += 2;
            return number;
        }
    }
}
