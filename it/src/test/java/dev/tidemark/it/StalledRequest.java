package dev.tidemark.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A request by a connection of its own whose body does not come to its end. */
final class StalledRequest implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int BLOCK = 64 * 1024;

    private final Socket socket;

    private StalledRequest(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
    }

    /** Announces a body, and sends a part of it, or as much as is taken. */
    static StalledRequest announce(int port, int length, int sent) throws IOException {
        StalledRequest request = new StalledRequest(port);
        request.send("Content-Length: " + length, " ".repeat(BLOCK), sent / BLOCK);
        return request;
    }

    /** Announces nothing, and sends so much in chunks, or as much as is taken. */
    static StalledRequest chunked(int port, int sent) throws IOException {
        StalledRequest request = new StalledRequest(port);
        String chunk = Integer.toHexString(BLOCK) + "\r\n" + " ".repeat(BLOCK) + "\r\n";
        request.send("Transfer-Encoding: chunked", chunk, sent / BLOCK);
        return request;
    }

    private void send(String header, String block, int times) throws IOException {
        String head = "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + header;
        socket.getOutputStream().write((head + "\r\n\r\n").getBytes(UTF_8));
        byte[] bytes = block.getBytes(UTF_8);
        try {
            for (int i = 0; i < times; i++) {
                socket.getOutputStream().write(bytes);
            }
        } catch (IOException refused) {
            // It has been answered, and the rest is not wanted.
        }
    }

    boolean isAnswered() throws IOException {
        return socket.getInputStream().available() > 0;
    }

    /** Waits for the answer and for the end of the connection; the lines until there. */
    List<String> answerAndEnd() throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
        List<String> answer = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            answer.add(line);
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
