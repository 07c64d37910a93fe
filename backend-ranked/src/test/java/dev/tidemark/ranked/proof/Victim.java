package dev.tidemark.ranked.proof;

import dev.tidemark.ranked.DiskEngine;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * A process that writes until it is killed. Each of its threads goes on behind the number that it is told, waits for each
 * write to be acknowledged, and then says so: a line with the thread and the number. Snapshots are taken all the time, or backups too if it
 * is told to.
 */
final class Victim {

    static final String READY = "ready";
    static final String FAILED = "failed";

    /** A system property: whether to take backups. */
    static final String BACKUPS = "tidemark.victim.backups";

    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    private final DiskEngine engine;

    private Victim(DiskEngine engine) {
        this.engine = engine;
    }

    /** The folder, how to fsync, and for each thread how many of its writes are done. */
    public static void main(String[] args) {
        DiskEngine engine = DiskEngine.Setup.of(Path.of(args[0]), InstantSource.system())
                .with("fsync", args[1])
                .with("snapshot-mb", "1")
                .with("snapshot-every", "50ms")
                .open();
        Victim victim = new Victim(engine);
        victim.say(READY);
        for (int i = 0; i < NumberedWrites.THREADS; i++) {
            int thread = i;
            victim.start(() -> victim.write(thread, Long.parseLong(args[2 + thread])));
        }
        victim.start(Boolean.getBoolean(BACKUPS) ? victim::takeBackups : victim::takeSnapshots);
    }

    private void start(Runnable task) {
        new Thread(() -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        say(FAILED + " with " + e);
                    }
                })
                .start();
    }

    private void write(int thread, long done) {
        NumberedWrites writes = new NumberedWrites(thread);
        for (long n = done + 1; true; n++) {
            writes.send(engine, n).toCompletableFuture().join();
            say(thread + " " + n);
        }
    }

    private void takeSnapshots() {
        while (true) {
            engine.snapshot();
        }
    }

    private void takeBackups() {
        while (true) {
            engine.backup();
            engine.snapshot();
            engine.backup();
        }
    }

    /** In one write, past all buffers: what was said before a kill can be heard after it. */
    private void say(String line) {
        try {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
