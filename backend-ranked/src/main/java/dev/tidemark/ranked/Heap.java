package dev.tidemark.ranked;

/** The memory that the process has for objects, in bytes. */
interface Heap {

    /** How large it may become. */
    long max();

    /** How much of it is in use, garbage included. */
    long used();

    /**
     * How much of it is in use by what was there when garbage was last collected: not less than what was live then, because
     * a collection need not find all garbage.
     */
    long survivors();

    /** A number that changes whenever garbage was collected. */
    long collections();

    /** Finds all garbage, if the process is allowed to ask for that. Takes long. */
    void collect();
}
