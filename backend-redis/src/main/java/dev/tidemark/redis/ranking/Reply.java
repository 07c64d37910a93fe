package dev.tidemark.redis.ranking;

import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.Ranked;
import dev.tidemark.redis.client.ScriptCall;
import dev.tidemark.redis.client.Server;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a script on rankings answers: a word that tells how it went, then what belongs to that word. */
record Reply(Response parts) {

    /**
     * Runs a script until it has carried out all undos that are due, of which each run does only so many. The run that finds
     * none left over does the rest of the script in the same step.
     */
    static CompletionStage<Reply> to(ScriptCall call, Server server) {
        CompletableFuture<Reply> result = new CompletableFuture<>();
        runUntilSettled(call, server, result);
        // The runs before the last one do nothing but undo.
        return Server.first(result);
    }

    private static void runUntilSettled(ScriptCall call, Server server, CompletableFuture<Reply> result) {
        server.run(call).whenComplete((response, failure) -> {
            if (failure != null) {
                result.completeExceptionally(failure);
                return;
            }
            Reply reply = of(response);
            if (reply.is("settling")) {
                runUntilSettled(call, server, result);
            } else {
                result.complete(reply);
            }
        });
    }

    static Reply of(@Nullable Response response) {
        return new Reply(Objects.requireNonNull(response, "a script answered nothing"));
    }

    boolean is(String word) {
        return text(0).equals(word);
    }

    int size() {
        return parts.size();
    }

    String text(int index) {
        return parts.get(index).toString();
    }

    long number(int index) {
        return parts.get(index).toLong();
    }

    List<Long> numbers(int index) {
        List<Long> numbers = new ArrayList<>();
        parts.get(index).forEach(number -> numbers.add(number.toLong()));
        return numbers;
    }

    List<String> texts(int index) {
        List<String> texts = new ArrayList<>();
        parts.get(index).forEach(text -> texts.add(text.toString()));
        return texts;
    }

    /** Reads the total, the first entry's place from 0 on, and members and scores by turns. */
    RankPage page() {
        long rank = number(2);
        Response flat = parts.get(3);
        List<Ranked> entries = new ArrayList<>(flat.size() / 2);
        for (int i = 0; i < flat.size(); i += 2) {
            rank++;
            entries.add(new Ranked(rank, flat.get(i).toString(), flat.get(i + 1).toLong()));
        }
        return new RankPage(number(1), entries);
    }
}
