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
final class HttpLoad {

    private final Workload workload;
    private final Service service;

    private long[] nanos = {};
    private int answers;
    private int next;

    HttpLoad(Workload workload, Service service) {
        this.workload = workload;
        this.service = service;
    }

    Figure run(Duration duration) throws IOException {
        nanos = new long[1 << 16];
        answers = 0;
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

    private void advance(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (key.isWritable()) {
                connection.write();
            }
            if (key.isReadable() && connection.read()) {
                record(System.nanoTime() - connection.sentAt());
                connection.send(nextRequest());
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
        next = (next + 1) % workload.requests().size();
        return workload.requests().get(next);
    }
}
