package dev.tidemark.mongo.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** What the driver publishes, as stages. */
public final class Answers {

    private Answers() {}

    /** The only answer, or null if there is none. */
    public static <T> CompletionStage<@Nullable T> one(Publisher<T> publisher) {
        return all(publisher).thenApply(found -> found.isEmpty() ? null : found.get(0));
    }

    public static <T> CompletionStage<List<T>> all(Publisher<T> publisher) {
        List<T> found = new ArrayList<>();
        return each(publisher, found::add).thenApply(done -> found);
    }

    /** Hands each answer on as it comes. */
    public static <T> CompletionStage<@Nullable Void> each(Publisher<T> publisher, Consumer<T> action) {
        Collector<T> collector = new Collector<>(action);
        publisher.subscribe(collector);
        return collector.done;
    }

    private static final class Collector<T> implements Subscriber<T> {

        private final Consumer<T> action;
        private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();

        Collector(Consumer<T> action) {
            this.action = action;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(T item) {
            action.accept(item);
        }

        @Override
        public void onError(Throwable failure) {
            done.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            done.complete(null);
        }
    }
}
