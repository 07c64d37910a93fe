package dev.tidemark.service.admission;

/** A body that is not taken; nothing of its request was carried out. */
final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    Refused(Refusal refusal) {
        // Under load these are many, and it is the client's doing: no stack trace.
        super(refusal.problem().detail(), null, false, false);
        this.refusal = refusal;
    }

    Refusal refusal() {
        return refusal;
    }
}
