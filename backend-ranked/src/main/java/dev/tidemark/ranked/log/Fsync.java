package dev.tidemark.ranked.log;

/** When what was written is made safe from the end of the machine; from that of the process it always is. */
public enum Fsync {
    /** Before the answer goes out. */
    ALWAYS,
    /** Once a second. */
    EVERYSEC,
    /** When the system likes. */
    NEVER
}
