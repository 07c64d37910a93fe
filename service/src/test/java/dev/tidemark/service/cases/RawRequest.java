package dev.tidemark.service.cases;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.restassured.RestAssured;
import io.restassured.builder.ResponseBuilder;
import io.restassured.response.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/** Sends what no client would send, byte by byte, and reads the answer even where the server stops listening. */
final class RawRequest {

    private RawRequest() {}

    /** Sends a head and nothing else. */
    static Response send(String head) throws IOException {
        return send(head, "", 0, "");
    }

    /** Sends exactly these bytes, each a Latin-1 character, and reads the answer. */
    static Response sendExactly(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return read(socket.getInputStream());
        }
    }

    /** A request with these lines as its head, {@code Host: localhost} added, and a body whose length it tells. */
    static Response sendLines(String body, String... head) throws IOException {
        String length = body.isEmpty() ? "" : "\r\nContent-Length: " + body.length();
        return sendExactly(String.join("\r\n", head) + "\r\nHost: localhost" + length + "\r\n\r\n" + body);
    }

    /** Sends the head, then {@code times} times the same block of the body, and then its end, or as much as is taken. */
    static Response send(String head, String block, int times, String end) throws IOException {
        try (Socket socket = open(head)) {
            try {
                write(socket.getOutputStream(), block, times, end);
            } catch (IOException refused) {
                // The server has answered already and does not want the rest.
            }
            return read(socket.getInputStream());
        }
    }

    /** The same for a client that looks for an answer only when all is sent, and fails if it cannot send it. */
    static Response sendAll(String head, String block, int times, String end) throws IOException {
        try (Socket socket = open(head)) {
            write(socket.getOutputStream(), block, times, end);
            return read(socket.getInputStream());
        }
    }

    private static Socket open(String head) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port);
        socket.setSoTimeout(20_000);
        String complete = head.stripTrailing().replace("\n", "\r\n") + "\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(complete.getBytes(UTF_8));
        return socket;
    }

    private static void write(OutputStream out, String block, int times, String end) throws IOException {
        byte[] bytes = block.getBytes(UTF_8);
        for (int i = 0; i < times; i++) {
            out.write(bytes);
        }
        out.write(end.getBytes(UTF_8));
        out.flush();
    }

    private static Response read(InputStream in) throws IOException {
        String head = head(in);
        if (head.startsWith("HTTP/1.1 100 ")) {
            return read(in);
        }
        String[] lines = head.split("\r\n", -1);
        ResponseBuilder response = new ResponseBuilder()
                .setStatusCode(Integer.parseInt(lines[0].split(" ", 3)[1]))
                .setStatusLine(lines[0]);
        int length = 0;
        for (String line : lines) {
            String[] header = line.split(": ", 2);
            if (header.length == 2) {
                response.setHeader(header[0], header[1]);
                length = header[0].equalsIgnoreCase("content-length") ? Integer.parseInt(header[1]) : length;
            }
        }
        return response.setBody(new String(in.readNBytes(length), UTF_8)).build();
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection was closed after '" + head + "'");
            }
            head.append((char) next);
        }
        return head.toString();
    }
}
