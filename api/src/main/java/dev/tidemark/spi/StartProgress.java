package dev.tidemark.spi;

/** Learns how far a backend is that takes a while to open. Called from the thread that opens it. */
@FunctionalInterface
public interface StartProgress {

    /** Ignores it. */
    StartProgress IGNORED = (what, done, total) -> {};

    /**
     * Takes a report; they come often.
     *
     * @param what what is being read: "the snapshot", "the log"
     * @param done how much of it was read, in bytes
     * @param total how much there is, in bytes
     */
    void reached(String what, long done, long total);
}
