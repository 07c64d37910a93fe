package dev.tidemark.service.json;

import dev.tidemark.InvalidValueException;
import dev.tidemark.ranking.Increment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request to add to scores, where it is written plainly and good: {@code {"increments":[{"member","by"}],
 * "expiresIn"?}}. Any other is read by {@link Bodies}.
 */
public record PlainIncrements(
        List<Increment> increments, @Nullable BigDecimal expiresIn) {

    private static final String[] FIELDS = {"increments", "expiresIn"};
    private static final String[] ITEM_FIELDS = {"member", "by"};

    /** Returns null for a body that is not plain, or has more than {@code max} increments, which is for others to refuse. */
    static @Nullable PlainIncrements read(byte[] body, int max) {
        PlainJson json = new PlainJson(body, 0, body.length);
        List<Increment> increments = null;
        BigDecimal expiresIn = null;
        json.require('{');
        do {
            String field = json.field(FIELDS);
            if (field.equals("increments") && increments == null) {
                increments = readItems(json, max);
                if (increments == null) {
                    return null;
                }
            } else if (field.equals("expiresIn") && expiresIn == null) {
                expiresIn = BigDecimal.valueOf(json.whole());
            } else {
                return null;
            }
        } while (json.passes(','));
        json.require('}');
        json.requireEnd();
        return json.isPlain() && increments != null ? new PlainIncrements(increments, expiresIn) : null;
    }

    private static @Nullable List<Increment> readItems(PlainJson json, int max) {
        List<Increment> items = new ArrayList<>();
        json.require('[');
        do {
            Increment item = readItem(json);
            if (item == null || items.size() == max) {
                return null;
            }
            items.add(item);
        } while (json.passes(','));
        json.require(']');
        return items;
    }

    private static @Nullable Increment readItem(PlainJson json) {
        json.require('{');
        boolean memberFirst = json.field(ITEM_FIELDS).equals("member");
        String member = memberFirst ? json.text() : "";
        long by = memberFirst ? 0 : json.whole();
        json.require(',');
        boolean memberAgain = json.field(ITEM_FIELDS).equals("member");
        if (memberFirst == memberAgain) {
            return null;
        } else if (memberFirst) {
            by = json.whole();
        } else {
            member = json.text();
        }
        json.require('}');
        try {
            return json.isPlain() ? new Increment(member, by) : null;
        } catch (InvalidValueException e) {
            return null;
        }
    }
}
