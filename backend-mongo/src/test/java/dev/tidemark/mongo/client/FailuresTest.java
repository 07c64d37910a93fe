package dev.tidemark.mongo.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import com.mongodb.ServerAddress;
import dev.tidemark.TidemarkException;
import dev.tidemark.spi.Applied;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.BackendUnavailableException;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @Test
    @DisplayName("An operation that was killed on the server can be tried again, and may have been applied")
    void interrupted() {
        TidemarkException failure = Failures.translate(refusal(11601, "Interrupted"));
        assertThat(failure)
                .isInstanceOfSatisfying(
                        BackendUnavailableException.class,
                        unavailable -> assertThat(unavailable.applied()).isEqualTo(Applied.UNKNOWN))
                .hasMessageContaining("interrupted");
        assertThat(Failures.isAway(refusal(11601, "Interrupted"))).isFalse();
    }

    @Test
    @DisplayName("A permanent error of MongoDB is not worth a retry")
    void refused() {
        assertThat(Failures.translate(refusal(13, "Unauthorized"))).isExactlyInstanceOf(BackendException.class);
    }

    private static MongoCommandException refusal(int code, String name) {
        String response = "{ok: 0.0, errmsg: 'it says why', code: %d, codeName: '%s'}".formatted(code, name);
        return new MongoCommandException(BsonDocument.parse(response), new ServerAddress());
    }
}
