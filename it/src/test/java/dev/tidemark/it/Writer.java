package dev.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** Writes one thing after the other until it is stopped, and remembers what was acknowledged and what was not. */
public final class Writer extends Thread {

    /** One write. */
    public interface Request {

        /** Answers whether it was acknowledged; if not, it may have been carried out or not. */
        boolean send(int number);
    }

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Request request;
    private final AtomicBoolean stop;
    private final Queue<Integer> acknowledged = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> uncertain = new ConcurrentLinkedQueue<>();
    private volatile Duration longest = Duration.ZERO;
    private volatile String unexpected = "";

    public Writer(String name, AtomicBoolean stop, Request request) {
        super(name);
        this.stop = stop;
        this.request = request;
    }

    @Override
    public void run() {
        for (int i = 0; !stop.get(); i++) {
            long start = System.nanoTime();
            try {
                boolean done = request.send(i);
                (done ? acknowledged : uncertain).add(i);
                if (!done) {
                    pause();
                }
            } catch (RuntimeException | AssertionError e) {
                unexpected = e.toString();
                return;
            } finally {
                Duration took = Duration.ofNanos(System.nanoTime() - start);
                longest = took.compareTo(longest) > 0 ? took : longest;
            }
        }
    }

    /** As a client does that was asked to come back later, only sooner. */
    private static void pause() {
        try {
            sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public boolean failed() {
        return !isAlive();
    }

    /** The numbers of the writes that were acknowledged. */
    public List<Integer> acknowledged() {
        return List.copyOf(acknowledged);
    }

    /** The numbers of the writes of which nobody knows. */
    public List<Integer> uncertain() {
        return List.copyOf(uncertain);
    }

    /** Waits until it has ended, and checks that nothing went wrong but what may, and no write took longer than that. */
    public void awaitEnd(Duration longestAllowed) {
        try {
            join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assertThat(isAlive()).as("a request of %s hangs", getName()).isFalse();
        assertThat(unexpected).as(getName()).isEmpty();
        assertThat(longest).as(getName()).isLessThan(longestAllowed);
    }

    /** Checks the sums of writes that each added 1 to the place that is its number modulo how many there are. */
    public void checkSums(List<Long> stored) {
        for (int i = 0; i < stored.size(); i++) {
            long sure = in(acknowledged, i, stored.size());
            assertThat(stored.get(i))
                    .as("%s at %d", getName(), i)
                    .isBetween(sure, sure + in(uncertain, i, stored.size()));
        }
    }

    private static long in(Queue<Integer> numbers, int place, int places) {
        return numbers.stream().filter(number -> number % places == place).count();
    }
}
