package dev.tidemark.ranked;

import java.util.concurrent.locks.StampedLock;

/** A table or a series with what is needed to share it: everything here, and in it, is guarded by its lock. */
class Slot<T> {

    /** Stands for no lock where a lock for reading would. */
    static final long NOT_LOCKED = 0;

    final T content;

    /** The last command of the log that is in it. */
    long sequence;

    /** Once gone it is out of the map, and whoever waited for its lock looks there again. */
    boolean gone;

    private final StampedLock lock = new StampedLock();
    private long stamp;

    Slot(T content) {
        this.content = content;
    }

    /** Locks it for writing. Nobody locks a slot twice. */
    void lock() {
        stamp = lock.writeLock();
    }

    boolean tryLock() {
        long taken = lock.tryWriteLock();
        if (taken != NOT_LOCKED) {
            stamp = taken;
        }
        return taken != NOT_LOCKED;
    }

    void unlock() {
        lock.unlockWrite(stamp);
    }

    /** Locks it for reading, with any number of others. */
    long lockForReading() {
        return lock.readLock();
    }

    /** Goes on reading what was locked for writing, with nobody writing in between. */
    long goOnReading() {
        return lock.tryConvertToReadLock(stamp);
    }

    void unlockForReading(long reading) {
        lock.unlockRead(reading);
    }
}
