package dev.tidemark.service.problem;

import java.util.List;

/** A request that cannot be right, before any store was asked. */
public final class BadRequest extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem.Item> items;

    public BadRequest(String detail) {
        this(detail, List.of());
    }

    /** A batch of which nothing was stored because of some of its items. */
    public BadRequest(String detail, List<Problem.Item> items) {
        super(detail);
        this.items = List.copyOf(items);
    }

    List<Problem.Item> items() {
        return items;
    }
}
