package dev.tidemark.ranked.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpiriesTest {

    private record Undo(long deadline, int id, int generation, long amount) {}

    private static final Comparator<Undo> ORDER =
            Comparator.comparingLong(Undo::deadline).thenComparingLong(Undo::amount);

    private static final Comparator<Undo> TOTAL_ORDER = ORDER.thenComparingInt(Undo::id);

    private final Expiries expiries = new Expiries();
    private final PriorityQueue<Undo> model = new PriorityQueue<>(ORDER);

    @Test
    @DisplayName("Nothing pending is never due")
    void emptyIsNeverDue() {
        assertThat(expiries.earliest()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest(name = "seed {0}, {1} changes, deadlines below {2}")
    @CsvSource({"1, 50, 20", "2, 100000, 50", "3, 100000, 1000000"})
    @DisplayName("What is pending comes out by its deadline and its amount, with its own id and generation")
    void comesOutInOrder(long seed, int changes, int deadlines) {
        Random random = new Random(seed);
        for (int i = 0; i < changes; i++) {
            if (random.nextInt(3) > 0 || model.isEmpty()) {
                add(random.nextInt(deadlines), i);
            } else {
                takeEarliest();
            }
        }
        while (!model.isEmpty()) {
            takeEarliest();
        }
        assertThat(expiries.earliest()).isEqualTo(Long.MAX_VALUE);
        add(5, 1);
        takeEarliest();
    }

    @Test
    @DisplayName("Deadlines and amounts may be any numbers, below zero and with all of their bits")
    void anyNumbers() {
        Random random = new Random(4);
        for (int i = 0; i < 3 * Expiries.RUN + 7; i++) {
            add(new Undo(random.nextLong(), i, i, random.nextLong()));
            add(new Undo(-1_000, i, i, random.nextLong()));
        }
        while (!model.isEmpty()) {
            takeEarliest();
        }
    }

    @ParameterizedTest(name = "seed {0}, {1} pending")
    @CsvSource({"1, 0", "2, 1", "3, 7", "4, 8", "5, 1024", "6, 1025", "7, 4096", "8, 4097", "9, 20000"})
    @DisplayName("A cut stays as it was while the others go on")
    void cutStays(long seed, int size) {
        Random random = new Random(seed);
        for (int i = 0; i < size; i++) {
            add(random.nextInt(100_000), i);
        }
        Expiries.Cut cut = expiries.cut();
        List<Undo> atCut = new ArrayList<>(model);
        for (int i = 0; i < size + 10; i++) {
            if (random.nextBoolean() || model.isEmpty()) {
                add(random.nextInt(100_000), -i - 1);
            } else {
                takeEarliest();
            }
            if (i % 1000 == 0) {
                expiries.cut();
            }
        }
        assertThat(undos(cut)).containsExactlyInAnyOrderElementsOf(atCut);
        while (!model.isEmpty()) {
            takeEarliest();
        }
        assertThat(undos(cut)).containsExactlyInAnyOrderElementsOf(atCut);
    }

    @ParameterizedTest(name = "seed {0}, {1} pending, one in {2} stays")
    @CsvSource({"1, 5, 2", "2, 60000, 2", "3, 60000, 3", "4, 60000, 100", "5, 60000, 5000", "6, 60000, 1000000"})
    @DisplayName("Those that were cancelled are freed while the others keep their order, and a cut stays as it was")
    void reclaimsCancelled(long seed, int size, int oneIn) {
        Random random = new Random(seed);
        for (int i = 0; i < size; i++) {
            add(random.nextInt(1_000_000), i);
        }
        for (int i = 0; i < size / 10; i++) {
            takeEarliest();
        }
        Expiries.Cut cut = expiries.cut();
        List<Undo> atCut = model.stream().sorted(TOTAL_ORDER).toList();
        model.removeIf(undo -> undo.id % oneIn != 0);
        for (int i = 0; i < 10 * (size / Expiries.RUN + 1); i++) {
            expiries.reclaim((id, generation) -> id % oneIn == 0);
        }

        int cancelled = expiries.size() - model.size();
        assertThat(cancelled).isLessThanOrEqualTo(model.size() + model.size() / 4 + 8);
        assertThat(undos(cut).stream().sorted(TOTAL_ORDER).toList()).isEqualTo(atCut);
        add(random.nextInt(1_000_000), 0);
        while (!model.isEmpty()) {
            while (expiries.earliestId() % oneIn != 0) {
                expiries.removeEarliest();
            }
            Undo expected = model.remove();
            assertThat(expiries.earliest()).isEqualTo(expected.deadline);
            assertThat(expiries.earliestAmount()).isEqualTo(expected.amount);
            expiries.removeEarliest();
        }
        while (expiries.size() > 0) {
            assertThat(expiries.earliestId() % oneIn).isNotZero();
            expiries.removeEarliest();
        }
    }

    private static List<Undo> undos(Expiries.Cut cut) {
        List<Undo> undos = new ArrayList<>();
        cut.forEach((deadline, id, generation, amount) -> undos.add(new Undo(deadline, id, generation, amount)));
        return undos;
    }

    private void add(long deadline, int i) {
        add(new Undo(deadline, i & Integer.MAX_VALUE, -i, 31L * i));
    }

    private void add(Undo undo) {
        expiries.add(undo.deadline, undo.id, undo.generation, undo.amount);
        model.add(undo);
    }

    private void takeEarliest() {
        Undo expected = model.remove();
        assertThat(new Undo(
                        expiries.earliest(),
                        expiries.earliestId(),
                        expiries.earliestGeneration(),
                        expiries.earliestAmount()))
                .isEqualTo(expected);
        expiries.removeEarliest();
        assertThat(expiries.size()).isEqualTo(model.size());
    }
}
