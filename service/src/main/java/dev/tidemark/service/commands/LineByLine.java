package dev.tidemark.service.commands;

import dev.tidemark.service.problem.PartlyApplied;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the lines of one request one after the other, and collects their answers. It stops at the first failure, and as soon as
 * nobody waits for the answers any more; the lines that were run stay.
 */
final class LineByLine {

    private final Lines lines;
    private final Function<String, CompletionStage<List<String>>> command;
    private final BooleanSupplier abandoned;
    private final ByteArrayOutputStream answers = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> done = new CompletableFuture<>();
    private boolean partly;

    LineByLine(Lines lines, Function<String, CompletionStage<List<String>>> command, BooleanSupplier abandoned) {
        this.lines = lines;
        this.command = command;
        this.abandoned = abandoned;
    }

    CompletionStage<byte[]> run() {
        proceed(null);
        return done;
    }

    /**
     * Goes on until a line has to wait for its answer, which calls this again. So lines that are answered at once need no
     * stack, and those to come no memory.
     */
    private void proceed(@Nullable CompletableFuture<List<String>> answered) {
        CompletableFuture<List<String>> answer = answered;
        try {
            while (answer == null || answer.isDone()) {
                if (answer != null) {
                    add(answer.join());
                }
                String line = abandoned.getAsBoolean() ? null : lines.next();
                if (line == null) {
                    done.complete(answers.toByteArray());
                    return;
                }
                answer = command.apply(line).toCompletableFuture();
            }
            CompletableFuture<List<String>> waiting = answer;
            CompletableFuture<?> unused = waiting.whenComplete((result, failure) -> proceed(waiting));
        } catch (Throwable e) {
            // Also an Error: without a result, the request would never end.
            Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
            done.completeExceptionally(partly ? new PartlyApplied(cause) : cause);
        }
    }

    private void add(List<String> answer) {
        partly = true;
        for (String each : answer) {
            answers.writeBytes(each.getBytes(StandardCharsets.UTF_8));
            answers.write('\n');
        }
    }
}
