package dev.tidemark.ranked.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SharedNamesTest {

    private static final int PLACES = 1 << 14;

    private final SharedNames names = new SharedNames((long) PLACES * Integer.BYTES);

    /** How many of the names were shared. */
    @SuppressWarnings("ReferenceEquality") // which of the equal ones it is matters
    private int shared(int from, int to) {
        int shared = 0;
        for (int i = from; i < to; i++) {
            String name = "member " + i;
            shared += names.share(name) == name ? 0 : 1;
        }
        return shared;
    }

    @Test
    @DisplayName("Names of a small table are shared with the table before it, however many were read before")
    void smallTables() {
        assertThat(shared(0, 10 * PLACES)).isZero();
        for (int table = 0; table < 100; table++) {
            int from = 10 * PLACES + 50 * table;
            assertThat(shared(from, from + 50)).isZero();
            assertThat(shared(from, from + 50)).isGreaterThan(45);
        }
    }

    @Test
    @DisplayName(
            "Most names of a table are shared with the table before it, even if there are nearly as many as places")
    void tables() {
        assertThat(shared(0, PLACES * 3 / 4)).isZero();
        assertThat(shared(0, PLACES * 3 / 4)).isGreaterThan(PLACES / 2);
    }

    @Test
    @DisplayName("What is returned is equal; without room, or once it has ended, it is what was given")
    void equal() {
        SharedNames none = new SharedNames(0);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 2 * PLACES; i++) {
            String name = "member " + i % PLACES;
            assertThat(names.share(name)).isEqualTo(name);
            assertThat(none.share(name)).isSameAs(name);
            all.add(name);
        }
        names.end();
        assertThat(names.isInUse()).isFalse();
        all.forEach(name -> assertThat(names.share(name)).isSameAs(name));
    }
}
