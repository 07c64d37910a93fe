package dev.tidemark.spi;

/**
 * The backend has no memory left for what a write needs, or no room on disk for a backup. Nothing was changed; reads and
 * deletes go on.
 */
public final class BackendFullException extends BackendException {

    private static final long serialVersionUID = 1L;

    public BackendFullException(String message) {
        super(message, null);
    }
}
