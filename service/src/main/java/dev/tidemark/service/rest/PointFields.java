package dev.tidemark.service.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;

/** As the record would be written anyway, but without reflection: points are answered by the ten thousand. */
final class PointFields extends StdSerializer<Views.PointView> {

    private static final long serialVersionUID = 1L;

    private static final SerializedString TIMESTAMP = new SerializedString("timestamp");
    private static final SerializedString VALUE = new SerializedString("value");

    PointFields() {
        super(Views.PointView.class);
    }

    @Override
    public void serialize(Views.PointView point, JsonGenerator json, SerializerProvider provider) throws IOException {
        json.writeStartObject();
        json.writeFieldName(TIMESTAMP);
        long millis = point.timestamp().toEpochMilli();
        if (millis % 1_000 == 0) {
            json.writeNumber(millis / 1_000);
        } else {
            provider.defaultSerializeValue(point.timestamp(), json);
        }
        json.writeFieldName(VALUE);
        json.writeNumber(point.value());
        json.writeEndObject();
    }
}
