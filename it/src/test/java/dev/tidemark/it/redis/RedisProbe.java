package dev.tidemark.it.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How tests look into Redis: a client that shares nothing with the one under test. It sends one command at a time and waits
 * for its answer.
 */
final class RedisProbe implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Socket socket;
    private final DataInputStream answers;

    private RedisProbe(Socket socket) throws IOException {
        this.socket = socket;
        this.answers = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    static RedisProbe to(int port) {
        return to(port, PATIENCE);
    }

    /** Gives up on an answer after {@code patience}. */
    static RedisProbe to(int port, Duration patience) {
        Socket socket = new Socket();
        try {
            int millis = Math.toIntExact(patience.toMillis());
            socket.setSoTimeout(millis);
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millis);
            return new RedisProbe(socket);
        } catch (IOException e) {
            close(socket);
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Answers a {@code String}, a {@code Long}, a {@code List} of such, or null for nil.
     *
     * @throws ErrorReply if Redis answers with an error
     */
    @Nullable
    Object command(String... args) {
        try {
            send(args);
            return answer();
        } catch (IOException e) {
            throw new UncheckedIOException(args[0] + ": " + e, e);
        }
    }

    String text(String... args) {
        return expect(String.class, args);
    }

    long number(String... args) {
        return expect(Long.class, args);
    }

    /** A list of texts. Numbers in it are written in decimal, and nil is "null". */
    List<String> list(String... args) {
        List<?> answer = expect(List.class, args);
        return answer.stream().map(String::valueOf).toList();
    }

    private <T> T expect(Class<T> type, String... args) {
        Object answer = command(args);
        if (!type.isInstance(answer)) {
            throw new AssertionError(args[0] + " answered " + answer + ", not a " + type.getSimpleName());
        }
        return type.cast(answer);
    }

    private void send(String... args) throws IOException {
        ByteArrayOutputStream command = new ByteArrayOutputStream();
        command.writeBytes(utf8("*" + args.length + "\r\n"));
        for (String arg : args) {
            byte[] bytes = utf8(arg);
            command.writeBytes(utf8("$" + bytes.length + "\r\n"));
            command.writeBytes(bytes);
            command.writeBytes(utf8("\r\n"));
        }
        socket.getOutputStream().write(command.toByteArray());
    }

    private @Nullable Object answer() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> throw new ErrorReply(rest);
            case ':' -> Long.valueOf(rest);
            case '$' -> rest.equals("-1") ? null : bulk(Integer.parseInt(rest));
            case '*' -> rest.equals("-1") ? null : answers(Integer.parseInt(rest));
            default -> throw new IOException("not RESP2: " + line);
        };
    }

    private String bulk(int length) throws IOException {
        byte[] bytes = new byte[length];
        answers.readFully(bytes);
        answers.skipNBytes(2);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private List<@Nullable Object> answers(int size) throws IOException {
        List<@Nullable Object> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(answer());
        }
        return list;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = answers.read(); b != '\r'; b = answers.read()) {
            if (b < 0) {
                throw new EOFException("the connection was closed");
            }
            line.write(b);
        }
        answers.skipNBytes(1);
        return line.toString(StandardCharsets.UTF_8);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An error that Redis answered with, such as MOVED. */
    static final class ErrorReply extends RuntimeException {

        private static final long serialVersionUID = 1L;

        ErrorReply(String message) {
            super(message);
        }
    }
}
