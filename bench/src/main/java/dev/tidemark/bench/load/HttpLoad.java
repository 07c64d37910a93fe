package dev.tidemark.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sends a workload from one thread as fast as the answers come, for some time. */
public final class HttpLoad {

    private final Workload workload;
    private final Service service;

    private long[] nanos = {};
    private int answers;
    private int next;
    private int left;

    public HttpLoad(Workload workload, Service service) {
        this.workload = workload;
        this.service = service;
    }

    public Figure run(Duration duration) throws IOException {
        begin(Integer.MAX_VALUE);
        List<Connection> connections = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < workload.connections(); i++) {
                connections.add(new Connection(selector, service.port()));
            }
            Duration before = service.cpu();
            long start = System.nanoTime();
            long end = start + duration.toNanos();
            for (Connection connection : connections) {
                connection.send(nextRequest());
            }
            while (System.nanoTime() < end) {
                selector.select(this::advance, 100);
            }
            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            Duration cpu = service.cpu().minus(before);
            return Figure.of(workload, Arrays.copyOf(nanos, answers), elapsed, cpu);
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    /** Sends so many requests one after the other, and comes back when the last is answered. */
    public void send(int requests) throws IOException {
        begin(requests);
        try (Selector selector = Selector.open()) {
            Connection connection = new Connection(selector, service.port());
            connection.send(nextRequest());
            while (answers < requests) {
                selector.select(this::advance, 100);
            }
            connection.close();
        }
    }

    private void begin(int requests) {
        nanos = new long[1 << 16];
        answers = 0;
        left = requests;
    }

    private void advance(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (key.isWritable()) {
                connection.write();
            }
            if (key.isReadable() && connection.read()) {
                record(System.nanoTime() - connection.sentAt());
                if (left > 0) {
                    connection.send(nextRequest());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void record(long took) {
        if (answers == nanos.length) {
            nanos = Arrays.copyOf(nanos, answers * 2);
        }
        nanos[answers++] = took;
    }

    private ByteBuffer nextRequest() {
        left--;
        next = (next + 1) % workload.requests().size();
        return workload.requests().get(next);
    }
}
