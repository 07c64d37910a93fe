package dev.tidemark.service.commands;

import dev.tidemark.InvalidValueException;
import dev.tidemark.NumberOverflowException;
import dev.tidemark.ranking.Increment;
import dev.tidemark.ranking.Order;
import dev.tidemark.ranking.RankPage;
import dev.tidemark.ranking.RankingStore;
import dev.tidemark.ranking.Score;
import dev.tidemark.service.config.Settings;
import dev.tidemark.service.problem.Excerpt;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/**
 * Runs the commands of the original ranked server, one a line and one after the other, and answers as it did: a new score
 * a line, a member a line, nothing where there is nothing to say. What it got wrong is put right: an increment leaves no
 * stale row, a count of −1 is all in both directions, and an offset past the end is the end.
 *
 * <p>What it returns is bounded: {@code tidemark.limits.page} entries by a range, {@code tidemark.limits.events} entries by
 * all lines of a request. A line that needs more is answered with an error and nothing else, and changes nothing.
 */
@Singleton
public class LineProtocol {

    private static final String ALL = "-1";

    /** More than a member, its score and the blanks between them need. */
    private static final int MEMBER_BYTES = 320;

    /** More than a command, its table and a duration need. */
    private static final int COMMAND_BYTES = 1024;

    /** What a byte of a line may take while the line is read: two as text, which is copied, and again as words. */
    private static final long READ_BYTES = 8;

    private final RankingStore store;
    private final int maxLines;
    private final int maxMembers;
    private final int maxPage;
    private final int maxLine;

    LineProtocol(RankingStore store, Settings settings) {
        this.store = store;
        this.maxLines = settings.limits().events();
        this.maxMembers = settings.limits().members();
        this.maxPage = settings.limits().page();
        this.maxLine = (int) Math.min(Integer.MAX_VALUE, (long) MEMBER_BYTES * maxMembers + COMMAND_BYTES);
    }

    /** How much memory a line of {@code text} may need at most while it is read. */
    public long memoryToRead(byte[] text) {
        return READ_BYTES * Lines.longest(text, maxLine);
    }

    /** How much memory the answers to {@code text} may need at most; throws what is wrong with it as a whole. */
    public long mostMemory(byte[] text) {
        return new AnswerMemory(maxLines, maxMembers, maxPage).most(new Lines(text, maxLine));
    }

    /**
     * Answers what the lines of {@code text} answer, in UTF-8, each ended by a newline; a bad line answers {@code error: …}. If
     * the backend fails, so does the answer: the lines before the failure were carried out, those after it were not.
     *
     * @param text for which {@link #mostMemory} found nothing wrong
     * @param abandoned whether nobody waits for the answer any more. Then no further line is run; those that were run stay
     */
    public CompletionStage<byte[]> run(byte[] text, BooleanSupplier abandoned) {
        AnswerBudget budget = new AnswerBudget(maxPage, maxLines);
        Lines lines = new Lines(text, maxLine);
        return new LineByLine(lines, line -> lines.isTooLong() ? tooLong(line) : answer(line, budget), abandoned).run();
    }

    private CompletionStage<List<String>> tooLong(String beginning) {
        String command = Excerpt.of(beginning.split("\\s", 2)[0]);
        return CompletableFuture.completedFuture(List.of("error: " + command + ": a line may have at most " + maxLine
                + " bytes (tidemark.limits.members): send it in parts"));
    }

    private CompletionStage<List<String>> answer(String line, AnswerBudget budget) {
        CompletionStage<List<String>> answer;
        try {
            answer = run(new Words(line, maxWords()), budget);
        } catch (InvalidValueException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        return answer.exceptionally(failure -> {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            if (cause instanceof InvalidValueException || cause instanceof NumberOverflowException) {
                return List.of("error: " + cause.getMessage());
            }
            // Not the line's fault: the rest would fail the same way, and each could take its time about it.
            throw new CompletionException(cause);
        });
    }

    private CompletionStage<List<String>> run(Words words, AnswerBudget budget) {
        String command = words.next("command").toLowerCase(Locale.ROOT);
        return switch (command) {
            case "zadd" -> set(words);
            case "zincrby" -> increment(words, budget, 1, Duration.ZERO);
            case "zsub" -> increment(words, budget, -1, Duration.ZERO);
            case "zincrbyp" -> increment(words, budget, 1, words.lastSeconds());
            case "zinc" -> step(words, budget, 1);
            case "zdec" -> step(words, budget, -1);
            case "zrange" -> range(words, budget, Order.ASC);
            case "zrevrange" -> range(words, budget, Order.DESC);
            case "zget" -> get(words, budget);
            case "flushall" -> flushAll(words);
            default -> throw new InvalidValueException("unknown command '" + Excerpt.of(command) + "'");
        };
    }

    private CompletionStage<List<String>> set(Words words) {
        String table = words.next("table");
        Map<String, Long> scores = new LinkedHashMap<>();
        do {
            long score = words.nextNumber("score");
            scores.put(words.next("member"), score);
        } while (words.hasNext());
        requireFew(scores.size());
        return store.set(table, scores).thenApply(done -> List.of());
    }

    /** Amounts and members in turn; a duration of zero keeps the increments. */
    private CompletionStage<List<String>> increment(Words words, AnswerBudget budget, int sign, Duration expiresIn) {
        String table = words.next("table");
        List<Increment> increments = new ArrayList<>();
        do {
            long by = words.nextNumber("amount");
            increments.add(new Increment(words.next("member"), sign * by));
        } while (words.hasNext());
        requireFew(increments.size());
        budget.take(words.command(), increments.size());
        return store.increment(table, increments, expiresIn.isZero() ? null : expiresIn)
                .thenApply(LineProtocol::scores);
    }

    private CompletionStage<List<String>> step(Words words, AnswerBudget budget, int by) {
        String table = words.next("table");
        List<Increment> increments = words.rest("member").stream()
                .map(member -> new Increment(member, by))
                .toList();
        requireFew(increments.size());
        budget.take(words.command(), increments.size());
        return store.increment(table, increments, null).thenApply(LineProtocol::scores);
    }

    private static List<String> scores(List<Score> scores) {
        return scores.stream().map(score -> Long.toString(score.score())).toList();
    }

    private CompletionStage<List<String>> range(Words words, AnswerBudget budget, Order order) {
        String table = words.next("table");
        long offset = words.nextNumber("offset");
        String count = words.next("count");
        boolean withScores = words.takeIf("withscores");
        words.requireEnd();
        int most = count.equals(ALL)
                ? Integer.MAX_VALUE
                : (int) InvalidValueException.requireBetween(
                        "count", Words.number("count", count), 0, Integer.MAX_VALUE);
        return store.range(table, order, offset, Math.min(most, budget.mostOfRange()))
                .thenApply(page -> {
                    long there = Math.max(0, page.total() - offset);
                    budget.takeRange(words.command(), Math.min(most, there));
                    return entries(page, withScores);
                });
    }

    private static List<String> entries(RankPage page, boolean withScores) {
        return page.entries().stream()
                .map(entry -> withScores ? entry.member() + " " + entry.score() : entry.member())
                .toList();
    }

    private CompletionStage<List<String>> get(Words words, AnswerBudget budget) {
        String table = words.next("table");
        List<String> members = words.rest("member");
        requireFew(members.size());
        budget.take(words.command(), members.size());
        return store.lookup(table, members, Order.ASC)
                .thenApply(found -> found.entries().stream()
                        .map(entry -> entry.map(ranked -> Long.toString(ranked.score()))
                                .orElse("null"))
                        .toList());
    }

    private CompletionStage<List<String>> flushAll(Words words) {
        words.requireEnd();
        return store.flushAll().thenApply(done -> List.of());
    }

    /** Twice what a command can use, so that one with a few members too many is told so. */
    private int maxWords() {
        return (int) Math.min(Integer.MAX_VALUE - 1, 4L * maxMembers + 3);
    }

    private void requireFew(int members) {
        InvalidValueException.requireBetween("the number of members", members, 1, maxMembers);
    }
}
