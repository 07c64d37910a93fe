package dev.tidemark.ranked.disk;

import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.StartProgress;

/** Watches over a recovery: tells how far it is, and ends it before memory runs out. */
public final class RecoveryProgress {

    private final StartProgress listener;
    private RecoveryMemory memory = new RecoveryMemory(0);

    public RecoveryProgress(StartProgress listener) {
        this.listener = listener;
    }

    /** Begins to read {@code bytes} in all. */
    public void begin(long bytes) {
        memory = new RecoveryMemory(bytes);
    }

    /** Begins to read a part, such as "the snapshot", of {@code bytes}. */
    public Progress reading(String what, long bytes) {
        return new Progress(what, bytes, listener, memory);
    }

    /** What to say when memory ran out all the same. */
    public BackendException outOfMemory() {
        return memory.notEnough();
    }
}
