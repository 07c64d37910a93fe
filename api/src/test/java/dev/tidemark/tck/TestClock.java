package dev.tidemark.tck;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is told to move. Threads may share it. */
public final class TestClock implements InstantSource {

    private Instant now;

    public TestClock(Instant start) {
        now = start;
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    public synchronized void set(Instant time) {
        now = time;
    }

    public synchronized void advance(Duration by) {
        now = now.plus(by);
    }
}
