package dev.tidemark.service.admission;

import jakarta.inject.Singleton;

/**
 * Memory for what requests need besides their bodies while they are carried out: what was read of the body, what goes to a server
 * and comes from it, the response while it is made. A request takes what it may need at most before any of it is carried out, and
 * has it until its end. That can be a thousand times its size: a hundred requests of 140 bytes took 256 MB.
 *
 * <p>A response that has been made waits for its client elsewhere, see {@link UnreadBytes}.
 */
@Singleton
public class WorkMemory {

    /**
     * So much is granted to every request, because the number of requests bounds it: small ones are not turned away because
     * large ones run.
     */
    private static final long ALWAYS_GRANTED = 16 * 1024;

    private final Load load;

    WorkMemory(Load load) {
        this.load = load;
    }

    /**
     * Takes {@code bytes} for the current request; throws what is answered with 503 if there is not so much left.
     *
     * <p>What would need more than half of all gets half: otherwise it would have to wait until nothing else runs.
     */
    public void take(long bytes) {
        Quota quota = load.workBytes();
        long taken = Math.min(bytes, quota.limit() / 2);
        if (bytes <= ALWAYS_GRANTED) {
            quota.take(taken);
        } else if (!quota.tryTake(taken)) {
            throw new Refused(load.tooMuchWork());
        }
        RequestEnd.current().addHandler(() -> quota.giveBack(taken));
    }
}
