package dev.tidemark.ranked.table;

/** The names of members by their ids, with the {@linkplain NameKeys keys} that sort as they do. */
public interface KeyedNames {

    String name(int id);

    /** The key of a member's name, in this era. */
    long key(int id);

    /** What the keys are made by. */
    NameKeys keys();
}
