package dev.tidemark.service.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.service.problem.PartlyApplied;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Commands")
class LineByLineTest {

    private final List<String> started = new ArrayList<>();
    private final List<CompletableFuture<List<String>>> answers = new ArrayList<>();
    private final AtomicBoolean abandoned = new AtomicBoolean();

    private CompletableFuture<byte[]> run(String text, Function<String, CompletionStage<List<String>>> command) {
        return new LineByLine(new Lines(text.getBytes(UTF_8), 100), command, abandoned::get)
                .run()
                .toCompletableFuture();
    }

    private CompletionStage<List<String>> later(String line) {
        started.add(line);
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        answers.add(answer);
        return answer;
    }

    @Test
    @DisplayName("run one after the other, and their answers stand in their order")
    void inOrder() {
        CompletableFuture<byte[]> all = run("a\n\n  b  \r\nc", this::later);
        assertThat(started).containsExactly("a");
        answers.get(0).complete(List.of("1", "é"));
        assertThat(started).containsExactly("a", "b");
        answers.get(1).complete(List.of());
        answers.get(2).complete(List.of("3"));
        assertThat(all).isCompletedWithValueMatching(bytes -> new String(bytes, UTF_8).equals("1\né\n3\n"));
    }

    @Test
    @DisplayName("stop when nobody waits for the answers, after the one that runs")
    void abandoned() {
        CompletableFuture<byte[]> all = run("a\nb\nc", this::later);
        abandoned.set(true);
        assertThat(all).isNotDone();
        answers.get(0).complete(List.of("1"));
        assertThat(started).containsExactly("a");
        assertThat(all).isDone();
    }

    @Test
    @DisplayName("stop at one that fails, and tell whether others were carried out before")
    void failing() {
        IllegalStateException failure = new IllegalStateException("gone");
        CompletableFuture<byte[]> first = run("a\nb", this::later);
        answers.get(0).completeExceptionally(failure);
        assertThatThrownBy(first::join).isInstanceOf(CompletionException.class).hasCause(failure);
        assertThat(started).containsExactly("a");

        CompletableFuture<byte[]> second = run("c\nd\ne", this::later);
        answers.get(1).complete(List.of());
        answers.get(2).completeExceptionally(new CompletionException(failure));
        assertThatThrownBy(second::join)
                .cause()
                .isInstanceOf(PartlyApplied.class)
                .hasCause(failure);
        assertThat(started).containsExactly("a", "c", "d");
    }

    @Test
    @DisplayName("come to an end even where one throws an Error")
    void error() {
        CompletableFuture<byte[]> all = run("a\nb", line -> {
            if (line.equals("b")) {
                throw new OutOfMemoryError("for a test");
            }
            return later(line);
        });
        answers.get(0).complete(List.of());
        assertThatThrownBy(all::join).hasRootCauseInstanceOf(OutOfMemoryError.class);
    }

    @Test
    @DisplayName("take no stack for those that are answered at once")
    void many() {
        String lines = "a\n".repeat(100_000);
        assertThat(run(lines, line -> CompletableFuture.completedFuture(List.of(line))))
                .isCompletedWithValueMatching(bytes -> bytes.length == lines.length());
    }
}
