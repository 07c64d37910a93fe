package dev.tidemark.service.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.tidemark.InvalidValueException;
import dev.tidemark.service.config.Settings;
import dev.tidemark.service.problem.BadRequest;
import dev.tidemark.service.problem.Problem;
import dev.tidemark.service.problem.TooLarge;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads small request bodies into records, and says in plain words what is wrong with one. */
@Singleton
public class Bodies {

    /** More than the members of any body that is let through can need. */
    private static final long TOKENS_A_MEMBER = 16;

    private static final long OTHER_TOKENS = 1_000;

    private final ObjectMapper mapper;
    private final BodyParsers parsers;
    private final int maxMembers;

    Bodies(ObjectMapper mapper, Settings settings) {
        this.mapper = mapper;
        this.maxMembers = settings.limits().members();
        // A map of a million members takes ten times the memory of its text, so it is not made to be counted.
        StreamReadConstraints constraints = StreamReadConstraints.builder()
                .maxTokenCount(TOKENS_A_MEMBER * maxMembers + OTHER_TOKENS)
                .build();
        this.parsers = new BodyParsers(new JsonFactoryBuilder()
                .streamReadConstraints(constraints)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION));
    }

    public <T> T read(byte @Nullable [] body, Class<T> type) {
        if (body == null || body.length == 0) {
            throw new BadRequest("the body is empty: send a JSON object");
        }
        try (JsonParser json = parsers.open(body)) {
            T value = mapper.readValue(json, type);
            if (value == null) {
                throw new BadRequest("the body is null: send a JSON object");
            }
            return value;
        } catch (StreamConstraintsException e) {
            throw refused(e);
        } catch (JsonMappingException e) {
            if (e.getCause() instanceof StreamConstraintsException constraint) {
                throw refused(constraint);
            }
            String detail = explain(e);
            throw new BadRequest(detail, indexOf(e, detail));
        } catch (JsonProcessingException e) {
            throw new BadRequest(notJson(e));
        } catch (IOException e) {
            throw new BadRequest("the body could not be read");
        }
    }

    /** Too many tokens are too many members; other bounds of the parser are on strings, numbers, names and nesting. */
    private RuntimeException refused(StreamConstraintsException e) {
        return e.getOriginalMessage().startsWith("Token count")
                ? TooLarge.moreThan(maxMembers, "members", "tidemark.limits.members")
                : new BadRequest(notJson(e));
    }

    /** Reads increments that are written plainly; null where {@link #read} has to. */
    public @Nullable PlainIncrements readPlainIncrements(byte @Nullable [] body) {
        return body == null ? null : PlainIncrements.read(body, maxMembers);
    }

    static String notJson(JacksonException e) {
        String message = e.getOriginalMessage().lines().findFirst().orElse("");
        String what = e instanceof StreamConstraintsException && message.startsWith("String value length")
                ? "a string may have at most " + BodyParsers.MAX_STRING + " characters"
                : message;
        return e.getLocation() == null
                ? "not valid JSON: " + what
                : "not valid JSON at line %d, column %d: %s"
                        .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr(), what);
    }

    private static String explain(JsonMappingException e) {
        String path = path(e);
        String subject = path.isEmpty() ? "the body" : path;
        if (e.getCause() instanceof InvalidValueException invalid) {
            return path + ": " + invalid.getMessage();
        } else if (e.getCause() instanceof InputCoercionException outOfRange) {
            return subject + " must be " + expected(outOfRange.getTargetType());
        } else if (e instanceof UnrecognizedPropertyException unknown) {
            return "unknown field " + path + ": known are "
                    + unknown.getKnownPropertyIds().stream()
                            .map(Object::toString)
                            .sorted()
                            .collect(Collectors.joining(", "));
        } else if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            return subject + " must be " + expected(mismatch.getTargetType());
        }
        return path.isEmpty() ? notJson(e) : path + ": " + notJson(e);
    }

    private static String expected(Class<?> type) {
        if (type == Long.class || type == long.class) {
            return "a whole number within 64 bits";
        } else if (type == BigDecimal.class) {
            return "a number";
        } else if (type == String.class) {
            return "a string";
        } else if (type == Instant.class) {
            return "epoch seconds or an ISO-8601 string";
        } else if (List.class.isAssignableFrom(type)) {
            return "an array";
        }
        return "a JSON object" + (Map.class.isAssignableFrom(type) || type.isRecord() ? "" : " or array");
    }

    private static String path(JsonMappingException e) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.toString();
    }

    private static List<Problem.Item> indexOf(JsonMappingException e, String detail) {
        return e.getPath().stream()
                .filter(step -> step.getFieldName() == null)
                .findFirst()
                .map(step -> List.of(new Problem.Item(step.getIndex(), detail)))
                .orElse(List.of());
    }
}
