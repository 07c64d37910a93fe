package dev.tidemark.ranked.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ExpiryHeapTest {

    @Test
    @DisplayName("Nothing pending is never due")
    void emptyIsNeverDue() {
        assertThat(new ExpiryHeap().earliest()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("What is pending comes out by its deadline, with its own amount and member")
    void comesOutByDeadline() {
        Random random = new Random(7);
        ExpiryHeap heap = new ExpiryHeap();
        PriorityQueue<Long> model = new PriorityQueue<>();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(3) > 0 || model.isEmpty()) {
                long deadline = random.nextInt(5_000);
                heap.add(deadline, new Entry("m" + deadline, 0), -deadline);
                model.add(deadline);
            } else {
                takeEarliest(heap, model.remove());
            }
        }
        while (!model.isEmpty()) {
            takeEarliest(heap, model.remove());
        }
        assertThat(heap.earliest()).isEqualTo(Long.MAX_VALUE);
    }

    private static void takeEarliest(ExpiryHeap heap, long expected) {
        assertThat(heap.earliest()).isEqualTo(expected);
        assertThat(heap.earliestAmount()).isEqualTo(-expected);
        assertThat(heap.earliestEntry().member).isEqualTo("m" + expected);
        heap.removeEarliest();
    }
}
