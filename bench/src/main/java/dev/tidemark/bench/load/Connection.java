package dev.tidemark.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A keep-alive connection with at most one request under way. Of an answer it wants to know only that it is a 200, and
 * where it ends. JSON has no line breaks in it, so the mark of a last chunk is nothing else.
 */
final class Connection {

    private static final Pattern LENGTH = Pattern.compile("\r\ncontent-length: *(\\d+)", Pattern.CASE_INSENSITIVE);
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(ISO_8859_1);
    private static final int CHUNKED = -1;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer answer = ByteBuffer.allocateDirect(1024 * 1024);
    private ByteBuffer request = ByteBuffer.allocate(0);

    /** Where the answer ends in the buffer: 0 while its head is not complete, {@link #CHUNKED} where only its end tells. */
    private int end;

    private long sentAt;

    Connection(Selector selector, int port) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    long sentAt() {
        return sentAt;
    }

    void send(ByteBuffer next) throws IOException {
        request = next.duplicate();
        end = 0;
        answer.clear();
        sentAt = System.nanoTime();
        write();
    }

    /** Goes on with a request that did not fit into the socket at once. */
    void write() throws IOException {
        channel.write(request);
        int ops = request.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (key.interestOps() != ops) {
            key.interestOps(ops);
        }
    }

    /** Reads what is there, and answers whether that was the end of the answer. */
    boolean read() throws IOException {
        int read = channel.read(answer);
        if (read < 0) {
            throw new EOFException("the service closed the connection");
        }
        if (end == 0) {
            readHead();
        }
        return end == CHUNKED ? endsWith(LAST_CHUNK) : end > 0 && answer.position() >= end;
    }

    private void readHead() throws IOException {
        int body = endOfHead();
        if (body < 0) {
            return;
        }
        byte[] head = new byte[body];
        answer.get(0, head);
        String text = new String(head, ISO_8859_1);
        if (!text.startsWith("HTTP/1.1 200 ")) {
            throw new IOException("the service answered:\n" + text);
        }
        Matcher length = LENGTH.matcher(text);
        end = length.find() ? body + Integer.parseInt(length.group(1)) : CHUNKED;
    }

    private boolean endsWith(byte[] tail) {
        for (int i = 0; i < tail.length; i++) {
            if (answer.get(answer.position() - tail.length + i) != tail[i]) {
                return false;
            }
        }
        return true;
    }

    private int endOfHead() {
        for (int i = 3; i < answer.position(); i++) {
            if (answer.get(i) == '\n' && answer.get(i - 2) == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    void close() throws IOException {
        channel.close();
    }
}
