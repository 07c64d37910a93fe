package dev.tidemark;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list that is read in steps.
 *
 * @param next what to pass as {@code after} to go on, or null at the end
 */
public record Page<T>(List<T> items, @Nullable String next) {
    public Page {
        items = List.copyOf(items);
    }
}
