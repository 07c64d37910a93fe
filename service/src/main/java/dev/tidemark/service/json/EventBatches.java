package dev.tidemark.service.json;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.InvalidValueException;
import dev.tidemark.service.config.Settings;
import dev.tidemark.service.problem.BadRequest;
import dev.tidemark.service.problem.Problem;
import dev.tidemark.service.problem.TooLarge;
import dev.tidemark.timeseries.Event;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads batches of events straight into events: a JSON array token by token, or one object a line. A batch with a bad event
 * in it is refused as a whole, and the refusal lists what is wrong with which event.
 */
@Singleton
public class EventBatches {

    /** Enough to see what is going on. */
    private static final int MAX_ERRORS = 20;

    private final BodyParsers parsers = new BodyParsers(new JsonFactoryBuilder());
    private final KnownNames names = new KnownNames();
    private final InstantSource clock;
    private final int maxEvents;

    EventBatches(InstantSource clock, Settings settings) {
        this.clock = clock;
        this.maxEvents = settings.limits().events();
    }

    public List<Event> readArray(byte[] body) {
        Instant now = clock.instant();
        List<Event> plain = new PlainEvents(names, now).readArray(body, maxEvents);
        if (plain == null) {
            return readAnyArray(body, new Batch(now));
        }
        requireSize(plain.size());
        return plain;
    }

    /** An array with something bad in it, or with an event that is not written plainly. */
    private List<Event> readAnyArray(byte[] body, Batch batch) {
        try (JsonParser json = parsers.open(body)) {
            if (json.nextToken() != JsonToken.START_ARRAY) {
                throw new BadRequest(
                        "the body must be an array of events, or one event a line as application/x-ndjson");
            }
            while (json.nextToken() != JsonToken.END_ARRAY) {
                batch.read(json);
            }
            if (json.nextToken() != null) {
                throw new BadRequest("there is something behind the array of events");
            }
        } catch (JsonProcessingException e) {
            // What follows cannot be made sense of, so this is the last error.
            batch.fail(batch.index, Bodies.notJson(e));
        } catch (IOException e) {
            throw new BadRequest("the body could not be read");
        }
        return batch.events();
    }

    public List<Event> readLines(byte[] body) {
        Instant now = clock.instant();
        Batch batch = new Batch(now);
        PlainEvents plainEvents = new PlainEvents(names, now);
        int start = 0;
        while (start < body.length) {
            int end = start;
            while (end < body.length && body[end] != '\n') {
                end++;
            }
            Event plain = plainEvents.readLine(body, start, end);
            if (plain != null) {
                batch.add(plain);
            } else if (!isBlank(body, start, end)) {
                readLine(body, start, end, batch);
            }
            start = end + 1;
        }
        return batch.events();
    }

    /** Asked before a parser is made for it: a body may be millions of empty lines. */
    private static boolean isBlank(byte[] body, int start, int end) {
        for (int i = start; i < end; i++) {
            if (body[i] != ' ' && body[i] != '\t' && body[i] != '\r') {
                return false;
            }
        }
        return true;
    }

    /** Whatever is on the line: something bad, or an event that is not written plainly. */
    private void readLine(byte[] body, int start, int end, Batch batch) {
        int line = batch.index;
        try (JsonParser json = parsers.open(body, start, end)) {
            if (json.nextToken() != null && batch.read(json) && json.nextToken() != null) {
                batch.fail(line, "there is more than one value on the line");
            }
        } catch (JsonProcessingException e) {
            requireSize(line + 1);
            batch.fail(line, Bodies.notJson(e));
            batch.index = line + 1;
        } catch (IOException e) {
            throw new BadRequest("the body could not be read");
        }
    }

    private void requireSize(int events) {
        if (events > maxEvents) {
            throw TooLarge.moreThan(maxEvents, "events", "tidemark.limits.events");
        }
    }

    private final class Batch {
        private final EventReader reader;
        private final List<Event> events = new ArrayList<>();
        private final List<Problem.Item> errors = new ArrayList<>();
        private int index;

        Batch(Instant now) {
            reader = new EventReader(now);
        }

        /** Reads the event that the parser stands at, and leaves it at the end of it, good or bad. Answers which. */
        boolean read(JsonParser json) throws IOException {
            requireSize(index + 1);
            int inside = json.currentToken().isStructStart() ? 1 : 0;
            int depth = json.getParsingContext().getNestingDepth() - inside;
            try {
                if (json.currentToken() != JsonToken.START_OBJECT) {
                    throw new InvalidValueException("an event must be a JSON object");
                }
                events.add(reader.read(json));
                index++;
                return true;
            } catch (InvalidValueException e) {
                fail(index++, e.getMessage());
                while (json.getParsingContext().getNestingDepth() > depth) {
                    json.nextToken();
                }
                return false;
            }
        }

        void add(Event event) {
            requireSize(index + 1);
            events.add(event);
            index++;
        }

        void fail(int at, @Nullable String detail) {
            if (errors.size() < MAX_ERRORS) {
                errors.add(new Problem.Item(at, detail == null ? "not valid" : detail));
            }
        }

        List<Event> events() {
            if (!errors.isEmpty()) {
                Problem.Item first = errors.get(0);
                throw new BadRequest("event " + first.index() + ": " + first.detail() + "; nothing was stored", errors);
            }
            return events;
        }
    }
}
