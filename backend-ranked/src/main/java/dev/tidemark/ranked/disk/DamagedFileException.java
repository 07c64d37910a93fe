package dev.tidemark.ranked.disk;

import java.io.IOException;
import java.nio.file.Path;

/** A file does not hold what was written to it. */
public final class DamagedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final long offset;

    public DamagedFileException(Path file, long offset, String what) {
        this(file + " is damaged at offset " + offset + ": " + what, file, offset);
    }

    private DamagedFileException(String message, Path file, long offset) {
        super(message);
        this.file = file;
        this.offset = offset;
    }

    public static DamagedFileException missing(Path file) {
        return new DamagedFileException(file + " is missing", file, 0);
    }

    public Path file() {
        return file;
    }

    /** Where the damage begins; 0 if there is nothing to be had from the file. */
    public long offset() {
        return offset;
    }
}
