package dev.tidemark.tck;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** The contract of {@link dev.tidemark.ranking.RankingStore}. A backend runs it by extending this class. */
public abstract class RankingStoreTck {

    /** Called before each test; what it answers is closed after it. */
    protected abstract TckBackend backend();

    @Nested
    @DisplayName("Order")
    class Ordering extends OrderTck {
        Ordering() {
            super(RankingStoreTck.this::backend);
        }
    }

    @Nested
    @DisplayName("Scores")
    class Scores extends ScoresTck {
        Scores() {
            super(RankingStoreTck.this::backend);
        }
    }

    @Nested
    @DisplayName("Expiring increments")
    class Expiries extends ExpiriesTck {
        Expiries() {
            super(RankingStoreTck.this::backend);
        }
    }

    @Nested
    @DisplayName("Tables")
    class Tables extends TablesTck {
        Tables() {
            super(RankingStoreTck.this::backend);
        }
    }

    @Nested
    @DisplayName("Unions")
    class Unions extends UnionsTck {
        Unions() {
            super(RankingStoreTck.this::backend);
        }
    }

    @Nested
    @DisplayName("Increments of several tables")
    class IncrementsOfSeveralTables extends IncrementAllTck {
        IncrementsOfSeveralTables() {
            super(RankingStoreTck.this::backend);
        }
    }

    @Nested
    @DisplayName("Lookups")
    class Lookups extends LookupTck {
        Lookups() {
            super(RankingStoreTck.this::backend);
        }
    }

    @Nested
    @DisplayName("Under load")
    class Load extends RankingLoadTck {
        Load() {
            super(RankingStoreTck.this::backend);
        }
    }

    @Nested
    @DisplayName("Boards")
    class OnBoards extends BoardsTck {
        OnBoards() {
            super(RankingStoreTck.this::backend);
        }
    }
}
