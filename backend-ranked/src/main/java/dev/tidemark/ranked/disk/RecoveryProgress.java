package dev.tidemark.ranked.disk;

import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.StartProgress;
import java.util.function.LongSupplier;

/** Watches over a recovery: tells how far it is, and ends it before memory runs out. */
public final class RecoveryProgress {

    private final StartProgress listener;
    private RecoveryMemory memory = new RecoveryMemory(0, () -> {});

    public RecoveryProgress(StartProgress listener) {
        this.listener = listener;
    }

    /**
     * Begins to read {@code bytes} in all.
     *
     * @param whenShort gives memory back that what was read so far needs no longer; called before anything is read, and
     *     between what is read
     */
    public void begin(long bytes, Runnable whenShort) {
        memory = new RecoveryMemory(bytes, whenShort);
    }

    /** Begins to read a part, such as "the snapshot", of {@code bytes}. */
    public Progress reading(String what, long bytes) {
        return new Progress(what, bytes, listener, memory);
    }

    /**
     * Makes sure that there is memory for something, before it is taken.
     *
     * @param atMost how many bytes it takes at most
     * @param bytes how many it takes; asked for only if it matters
     */
    public void require(long atMost, LongSupplier bytes) {
        memory.require(atMost, bytes);
    }

    /** What was read last takes about so many bytes of memory, if that is many for its size. */
    public void took(long bytes) {
        memory.took(bytes);
    }

    /** What to say when memory ran out all the same. */
    public BackendException outOfMemory() {
        return memory.notEnough();
    }
}
