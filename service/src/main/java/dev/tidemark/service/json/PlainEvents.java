package dev.tidemark.service.json;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads events that are written plainly, and leaves the others, and the bad ones, to {@link EventReader}. */
final class PlainEvents {

    private static final String[] FIELDS = {"series", "at", "count", "member", "value"};
    private static final int SERIES = 1;
    private static final int AT = 2;
    private static final int COUNT = 4;
    private static final int MEMBER = 8;
    private static final int VALUE = 16;

    private final KnownNames names;
    private final Instant now;

    /** Reads events that happen {@code now} unless they say otherwise. */
    PlainEvents(KnownNames names, Instant now) {
        this.names = names;
        this.now = now;
    }

    /** Reads the event that is all there is from {@code start} to {@code end}; null if it is not plain, or not good. */
    @Nullable
    Event readLine(byte[] bytes, int start, int end) {
        PlainJson json = new PlainJson(bytes, start, end);
        Event event = read(json);
        json.requireEnd();
        return json.isPlain() ? event : null;
    }

    /**
     * Reads an array of at least one event; null if there is one that is not plain, or not good. Stops after one more than
     * {@code max}: that it is one too many is all that matters then.
     */
    @Nullable
    List<Event> readArray(byte[] bytes, int max) {
        PlainJson json = new PlainJson(bytes, 0, bytes.length);
        List<Event> events = new ArrayList<>();
        json.require('[');
        do {
            Event event = read(json);
            if (event == null) {
                return null;
            }
            events.add(event);
            if (events.size() > max) {
                return events;
            }
        } while (json.passes(','));
        json.require(']');
        json.requireEnd();
        return json.isPlain() ? events : null;
    }

    private @Nullable Event read(PlainJson json) {
        int fields = 0;
        String series = "";
        Instant at = now;
        long count = 0;
        String member = "";
        double value = 0;
        json.require('{');
        do {
            int field;
            switch (json.field(FIELDS)) {
                case "series" -> {
                    field = SERIES;
                    series = json.text(names);
                }
                case "at" -> {
                    field = AT;
                    at = Instant.ofEpochMilli(json.scaled(3));
                }
                case "count" -> {
                    field = COUNT;
                    count = json.whole();
                }
                case "member" -> {
                    field = MEMBER;
                    member = json.text();
                }
                case "value" -> {
                    field = VALUE;
                    value = json.decimal();
                }
                default -> {
                    return null;
                }
            }
            if ((fields & field) != 0) {
                return null;
            }
            fields |= field;
        } while (json.passes(','));
        json.require('}');
        if (!json.isPlain() || Names.isDots(series)) {
            return null;
        }
        try {
            return switch (fields & ~AT) {
                case SERIES | COUNT -> new Count(series, at, count);
                case SERIES | MEMBER -> new Visit(series, at, member);
                case SERIES | VALUE -> new Sample(series, at, value);
                default -> null;
            };
        } catch (InvalidValueException e) {
            return null;
        }
    }
}
