package dev.tidemark.ranked.snapshot;

/** What follows in a snapshot. */
public enum Kind {
    END(0),
    SERIES(1),
    TABLE(2);

    /** How it is written: part of the format. */
    final int code;

    Kind(int code) {
        this.code = code;
    }

    static Kind of(int code) {
        for (Kind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IndexOutOfBoundsException("there is no kind " + code);
    }
}
