package dev.tidemark.redis.client;

/** There was no connection to send a command on. The cause tells why. */
final class NotSent extends Exception {

    private static final long serialVersionUID = 1L;

    NotSent(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
