package dev.tidemark.service;

import dev.tidemark.tck.TestClock;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Instant;

/** Gives the service a clock that tests move, and only ever forward: all of them share it. */
@Singleton
class StandingClock {

    @Produces
    @Singleton
    TestClock clock() {
        return new TestClock(Instant.parse("2026-11-15T12:00:00Z"));
    }
}
