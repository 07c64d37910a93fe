package dev.tidemark.bench.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A plain connection to Redis: sends commands as bytes, and reads answers with as little in between as Java allows. */
final class Wire implements AutoCloseable {

    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocateDirect(1024 * 1024).limit(0);

    Wire(int port) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** A command as Redis reads it. */
    static byte[] encoded(List<byte[]> parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("*" + parts.size() + "\r\n").getBytes(UTF_8));
        for (byte[] part : parts) {
            out.writeBytes(("$" + part.length + "\r\n").getBytes(UTF_8));
            out.writeBytes(part);
            out.writeBytes(new byte[] {'\r', '\n'});
        }
        return out.toByteArray();
    }

    static byte[] encoded(String... parts) {
        return encoded(Arrays.stream(parts).map(part -> part.getBytes(UTF_8)).toList());
    }

    static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    void send(ByteBuffer commands) throws IOException {
        ByteBuffer left = commands.duplicate();
        while (left.hasRemaining()) {
            channel.write(left);
        }
    }

    /** Reads one answer and forgets it; fails if it is an error. */
    void skipAnswer() throws IOException {
        byte type = next();
        switch (type) {
            case '+', ':' -> line();
            case '$' -> skip(number() + 2);
            case '*' -> {
                for (long i = number(); i > 0; i--) {
                    skipAnswer();
                }
            }
            default -> throw new IOException("Redis answered " + (char) type + line());
        }
    }

    /** Sends one command and answers its one answer, which is not a list. */
    String ask(String... command) throws IOException {
        send(ByteBuffer.wrap(encoded(command)));
        return value();
    }

    List<String> askList(String... command) throws IOException {
        send(ByteBuffer.wrap(encoded(command)));
        byte type = next();
        if (type != '*') {
            throw new IOException("Redis answered " + (char) type + line());
        }
        List<String> values = new ArrayList<>();
        for (long i = number(); i > 0; i--) {
            values.add(value());
        }
        return values;
    }

    /** A number out of {@code INFO}. */
    long info(String field) throws IOException {
        return ask("INFO")
                .lines()
                .filter(line -> line.startsWith(field + ":"))
                .mapToLong(line -> Long.parseLong(line.substring(field.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new IOException("INFO has no " + field));
    }

    private String value() throws IOException {
        byte type = next();
        switch (type) {
            case '+', ':' -> {
                return line();
            }
            case '$' -> {
                byte[] bytes = new byte[(int) number()];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = next();
                }
                skip(2);
                return new String(bytes, UTF_8);
            }
            default -> throw new IOException("Redis answered " + (char) type + line());
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (byte b = next(); b != '\n'; b = next()) {
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    private long number() throws IOException {
        long number = 0;
        byte b = next();
        if (b == '-') {
            line();
            return -2;
        }
        for (; b != '\r'; b = next()) {
            number = number * 10 + b - '0';
        }
        next();
        return number;
    }

    private void skip(long bytes) throws IOException {
        for (long left = bytes; left > 0; ) {
            if (!in.hasRemaining()) {
                fill();
            }
            int step = (int) Math.min(left, in.remaining());
            in.position(in.position() + step);
            left -= step;
        }
    }

    private byte next() throws IOException {
        if (!in.hasRemaining()) {
            fill();
        }
        return in.get();
    }

    private void fill() throws IOException {
        in.clear();
        if (channel.read(in) < 0) {
            throw new EOFException("Redis closed the connection");
        }
        in.flip();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
