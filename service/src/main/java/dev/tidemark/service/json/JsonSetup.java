package dev.tidemark.service.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.tidemark.ranking.Score;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToLongFunction;

/**
 * Makes the JSON mapper strict, so that nothing a user sent is guessed at or dropped, and gives times and durations
 * their form: numbers of seconds, whole where they are whole.
 */
@Singleton
class JsonSetup implements ObjectMapperCustomizer {

    /** Last of all, so that our form of times takes the place of the framework's. */
    @Override
    public int priority() {
        return MINIMUM_PRIORITY;
    }

    @Override
    public void customize(ObjectMapper mapper) {
        mapper.enable(
                DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
        mapper.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
        mapper.setConfig(mapper.getDeserializationConfig().without(MapperFeature.ALLOW_COERCION_OF_SCALARS));
        for (CoercionInputShape shape : new CoercionInputShape[] {
            CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean
        }) {
            mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
        }
        mapper.registerModule(new SimpleModule("tidemark")
                .addSerializer(Instant.class, new Seconds<>(Instant.class, Instant::toEpochMilli))
                .addSerializer(Duration.class, new Seconds<>(Duration.class, Duration::toMillis))
                .addSerializer(Score.class, new ScoreFields())
                .addDeserializer(Instant.class, new NumberOrIso()));
    }

    /** Writes something that is a number of seconds, whole where it is whole. */
    private static final class Seconds<T> extends StdSerializer<T> {

        private static final long serialVersionUID = 1L;

        private final transient ToLongFunction<T> millis;

        Seconds(Class<T> type, ToLongFunction<T> millis) {
            super(type);
            this.millis = millis;
        }

        @Override
        public void serialize(T value, JsonGenerator json, SerializerProvider provider) throws IOException {
            long amount = millis.applyAsLong(value);
            if (amount % 1000 == 0) {
                json.writeNumber(amount / 1000);
            } else {
                json.writeNumber(
                        BigDecimal.valueOf(amount, 3).stripTrailingZeros().toPlainString());
            }
        }
    }

    /** As the record would be written anyway, but without reflection: scores are answered by the thousand. */
    private static final class ScoreFields extends StdSerializer<Score> {

        private static final long serialVersionUID = 1L;

        private static final SerializedString MEMBER = new SerializedString("member");
        private static final SerializedString SCORE = new SerializedString("score");

        ScoreFields() {
            super(Score.class);
        }

        @Override
        public void serialize(Score value, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeStartObject();
            json.writeFieldName(MEMBER);
            json.writeString(value.member());
            json.writeFieldName(SCORE);
            json.writeNumber(value.score());
            json.writeEndObject();
        }
    }

    private static final class NumberOrIso extends StdDeserializer<Instant> {

        private static final long serialVersionUID = 1L;

        NumberOrIso() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
            if (json.currentToken() == JsonToken.VALUE_STRING
                    || json.currentToken().isNumeric()) {
                return RequestTime.parse(json.currentName() == null ? "time" : json.currentName(), json.getText());
            }
            return (Instant) context.handleUnexpectedToken(Instant.class, json);
        }
    }
}
