package dev.tidemark.service.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import org.jboss.logging.Logger;

/**
 * Opens Jackson's parsers of what clients send. A parser either reads it as it is or rejects it with a {@link
 * com.fasterxml.jackson.core.JacksonException}, and leaves nothing of it to the parsers of other requests.
 */
final class BodyParsers {

    /**
     * Names have at most 256 bytes; what is a little longer is told so by whoever knows what it is. While a string is read it takes
     * up to six times its bytes, so one as long as a body would take more memory than all bodies may.
     */
    static final int MAX_STRING = 20_000;

    private static final Logger LOG = Logger.getLogger(BodyParsers.class);

    private final JsonFactory factory;

    /**
     * Without Jackson's table of field names, which all parsers of a factory share. Clients choose the names, those of members
     * for example, and names that collide fill the table until parsers fail on any other.
     */
    BodyParsers(JsonFactoryBuilder settings) {
        factory = settings.disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
        factory.setStreamReadConstraints(factory.streamReadConstraints()
                .rebuild()
                .maxStringLength(MAX_STRING)
                .build());
    }

    JsonParser open(byte[] body) throws IOException {
        return open(body, 0, body.length);
    }

    JsonParser open(byte[] body, int start, int end) throws IOException {
        return new FailingAsInvalid(factory.createParser(new UnicodeReader(body, start, end)));
    }

    /** A parser whose own bugs reject a text as invalid, so that no text causes a 500. */
    static final class FailingAsInvalid extends JsonParserDelegate {

        FailingAsInvalid(JsonParser parser) {
            super(parser);
        }

        @Override
        public JsonToken nextToken() throws IOException {
            try {
                return delegate.nextToken();
            } catch (RuntimeException e) {
                throw invalid(e);
            }
        }

        /** The parser reads the rest of a string only when it is asked for. */
        @Override
        public String getText() throws IOException {
            try {
                return delegate.getText();
            } catch (RuntimeException e) {
                throw invalid(e);
            }
        }

        private JsonParseException invalid(RuntimeException cause) {
            LOG.debug("A parser failed on a body", cause);
            return new JsonParseException(this, "the parser failed on it", currentLocation(), cause);
        }
    }
}
