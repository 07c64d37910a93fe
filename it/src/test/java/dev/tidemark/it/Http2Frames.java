package dev.tidemark.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** A connection of HTTP/2, frame by frame: what no client does by itself. */
final class Http2Frames implements AutoCloseable {

    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int ACK = 1;
    private static final int END_OF_STREAM_AND_HEADERS = 5;
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int CANCEL = 8;
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final DataOutputStream out;
    private final DataInputStream in;
    private final int port;

    private Http2Frames(Socket socket) throws IOException {
        this.socket = socket;
        out = new DataOutputStream(socket.getOutputStream());
        in = new DataInputStream(socket.getInputStream());
        port = socket.getPort();
    }

    static Http2Frames connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        Http2Frames frames = new Http2Frames(socket);
        frames.out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        return frames;
    }

    private void send(int type, int flags, int stream, byte[] payload) throws IOException {
        out.writeByte(payload.length >>> 16);
        out.writeShort(payload.length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(payload);
        out.flush();
    }

    private static byte[] bytes(int... numbers) {
        byte[] bytes = new byte[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            bytes[i] = (byte) numbers[i];
        }
        return bytes;
    }

    /** How much the service may send on each stream. */
    void setInitialWindow(int size) throws IOException {
        send(SETTINGS, 0, 0, bytes(0, INITIAL_WINDOW_SIZE, size >>> 24, size >>> 16, size >>> 8, size));
    }

    void get(int stream, String path) throws IOException {
        ByteArrayOutputStream headers = new ByteArrayOutputStream();
        addHeader(headers, ":method", "GET");
        addHeader(headers, ":scheme", "http");
        addHeader(headers, ":path", path);
        addHeader(headers, ":authority", "localhost:" + port);
        send(HEADERS, END_OF_STREAM_AND_HEADERS, stream, headers.toByteArray());
    }

    /** As a literal, which no table has to know. */
    private static void addHeader(ByteArrayOutputStream headers, String name, String value) throws IOException {
        headers.write(0);
        for (String text : new String[] {name, value}) {
            headers.write(text.length());
            headers.write(text.getBytes(ISO_8859_1));
        }
    }

    void reset(int stream) throws IOException {
        send(RST_STREAM, 0, stream, bytes(0, 0, 0, CANCEL));
    }

    /** Waits until the service has seen what was sent before. */
    void ping() throws IOException {
        send(PING, 0, 0, new byte[8]);
        await(PING, ACK, 0);
    }

    void awaitHead(int stream) throws IOException {
        await(HEADERS, 0, stream);
    }

    private void await(int type, int flags, int stream) throws IOException {
        boolean found = false;
        while (!found) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            found = in.readUnsignedByte() == type;
            found &= (in.readUnsignedByte() & flags) == flags;
            found &= in.readInt() == stream;
            in.readFully(new byte[length]);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
