package dev.tidemark.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;

/** A request to count one, by a connection of its own, that runs until the test sends the end of its body. */
public final class UnfinishedWrite implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Socket socket;
    private final String rest;

    private UnfinishedWrite(Socket socket, String rest) {
        this.socket = socket;
        this.rest = rest;
    }

    /** Sends all but the last bytes. */
    public static UnfinishedWrite begin(int port, String series) throws IOException {
        String body = "[{\"series\":\"" + series + "\",\"at\":0,\"count\":1}]";
        int sent = body.length() / 2;
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
        String head =
                "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n";
        socket.getOutputStream().write((head + body.substring(0, sent)).getBytes(UTF_8));
        return new UnfinishedWrite(socket, body.substring(sent));
    }

    /** Sends the last bytes, and waits for the first line of the answer. */
    public String finish() throws IOException {
        socket.getOutputStream().write(rest.getBytes(UTF_8));
        return answer();
    }

    /** Waits for the first line of an answer, or for the end of the connection. */
    public String answer() throws IOException {
        String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
        return line == null ? "no answer" : line;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
