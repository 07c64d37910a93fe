package dev.tidemark.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/** A client that sends requests one after the other on one connection, and reads the responses only when it is asked to. */
final class PipeliningClient implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
    private static final Pattern TIMESTAMP = Pattern.compile("\"timestamp\":(\\d+)");

    private final Socket socket = new Socket();

    static PipeliningClient connect(int port) throws IOException {
        PipeliningClient client = new PipeliningClient();
        client.socket.setReceiveBufferSize(4_096);
        client.socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
        client.socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return client;
    }

    /** Sends the same request so many times, on another thread; the last of them ends the connection. */
    CompletableFuture<Void> send(String path, int times) {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n";
        return CompletableFuture.runAsync(() -> {
            try {
                OutputStream out = socket.getOutputStream();
                for (int i = 1; i < times; i++) {
                    out.write((request + "\r\n").getBytes(ISO_8859_1));
                }
                out.write((request + "Connection: close\r\n\r\n").getBytes(ISO_8859_1));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Sends requests as they are, on a thread of its own: it may never be done. */
    CompletableFuture<Void> send(String requests) {
        byte[] bytes = requests.getBytes(ISO_8859_1);
        CompletableFuture<Void> sent = new CompletableFuture<>();
        Thread sender = new Thread(() -> {
            try {
                OutputStream out = socket.getOutputStream();
                out.write(bytes);
                sent.complete(null);
            } catch (IOException e) {
                sent.completeExceptionally(e);
            }
        });
        sender.setDaemon(true);
        sender.start();
        return sent;
    }

    /** Tells the service that no more requests come. */
    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** All responses, one behind the other. */
    String readToEnd() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }

    static List<Integer> statuses(String responses) {
        return STATUS.matcher(responses)
                .results()
                .map(found -> Integer.valueOf(found.group(1)))
                .filter(status -> status >= 200)
                .toList();
    }

    /** The beginnings of the buckets in the responses. */
    static List<Long> timestamps(String responses) {
        return TIMESTAMP
                .matcher(responses)
                .results()
                .map(found -> Long.valueOf(found.group(1)))
                .toList();
    }

    /** Sends the same request with a body so many times, and once more without the end of its body. */
    void sendAndAHalf(int times, String path, String contentType, String body) throws IOException {
        String request = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + contentType
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        String all = request.repeat(times + 1);
        socket.getOutputStream().write(all.substring(0, all.length() - 1).getBytes(ISO_8859_1));
    }

    /** Waits until responses have come that nobody reads. */
    void awaitUnread() {
        await().atMost(PATIENCE).until(() -> socket.getInputStream().available() > 0);
    }

    /** Whether the service has ended the connection; reads what came before that. */
    boolean isEnded() throws IOException {
        try {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    /** Reads to the end; returns how many responses there were. */
    int readResponses() throws IOException {
        int responses = 0;
        BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            // What comes before it on the same line is the body of the response before.
            responses += line.endsWith("HTTP/1.1 200 OK") ? 1 : 0;
        }
        return responses;
    }

    /** Leaves without a goodbye: what has not been read makes the connection a broken one for the other side. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
