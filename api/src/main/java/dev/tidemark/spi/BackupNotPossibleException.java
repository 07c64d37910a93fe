package dev.tidemark.spi;

/** The backend takes no backups as it is configured. The message says what to do instead. */
public final class BackupNotPossibleException extends BackendException {

    private static final long serialVersionUID = 1L;

    public BackupNotPossibleException(String message) {
        super(message, null);
    }
}
