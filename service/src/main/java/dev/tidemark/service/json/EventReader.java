package dev.tidemark.service.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads one event from a stream of tokens: {@code {"series", "at"?, one of "count" / "member" / "value"}}. */
final class EventReader {

    private final Instant now;

    /** Reads events that happen {@code now} unless they say otherwise. */
    EventReader(Instant now) {
        this.now = now;
    }

    /** Reads the object that the parser stands at the beginning of, and leaves it at the end of it. */
    Event read(JsonParser json) throws IOException {
        Draft draft = new Draft();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            switch (field) {
                case "series" -> draft.series = once(field, draft.series, text(field, value, json));
                case "at" -> draft.at = once(field, draft.at, time(value, json));
                case "count" -> draft.count = once(field, draft.count, whole(field, value, json));
                case "member" -> draft.member = once(field, draft.member, text(field, value, json));
                case "value" -> draft.value = once(field, draft.value, number(field, value, json));
                default ->
                    throw new InvalidValueException(
                            "unknown field '" + field + "': an event has series, at, and one of count, member, value");
            }
        }
        return draft.event(now);
    }

    private static final class Draft {
        private @Nullable String series;
        private @Nullable Instant at;
        private @Nullable Long count;
        private @Nullable String member;
        private @Nullable Double value;

        Event event(Instant now) {
            if (series == null) {
                throw new InvalidValueException("series is missing");
            }
            Names.requireForPath("series", series);
            Instant time = at == null ? now : at;
            if (count != null && member == null && value == null) {
                return new Count(series, time, count);
            } else if (member != null && count == null && value == null) {
                return new Visit(series, time, member);
            } else if (value != null && count == null && member == null) {
                return new Sample(series, time, value);
            }
            throw new InvalidValueException("an event has exactly one of count, member, value");
        }
    }

    private static <T> T once(String field, @Nullable T before, T value) {
        if (before != null) {
            throw new InvalidValueException(field + " is there twice");
        }
        return value;
    }

    private static String text(String field, JsonToken token, JsonParser json) throws IOException {
        if (token != JsonToken.VALUE_STRING) {
            throw new InvalidValueException(field + " must be a string");
        }
        return json.getText();
    }

    private static Instant time(JsonToken token, JsonParser json) throws IOException {
        if (token != JsonToken.VALUE_STRING && !token.isNumeric()) {
            throw new InvalidValueException("at must be epoch seconds or an ISO-8601 string");
        }
        return RequestTime.parse("at", json.getText());
    }

    private static long whole(String field, JsonToken token, JsonParser json) throws IOException {
        if (token != JsonToken.VALUE_NUMBER_INT || json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw new InvalidValueException(field + " must be a whole number within 64 bits");
        }
        return json.getLongValue();
    }

    private static double number(String field, JsonToken token, JsonParser json) throws IOException {
        if (!token.isNumeric()) {
            throw new InvalidValueException(field + " must be a number");
        }
        return json.getDoubleValue();
    }
}
