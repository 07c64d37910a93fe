package dev.tidemark.service;

import static dev.tidemark.service.cases.Rest.events;
import static dev.tidemark.service.cases.Rest.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.service.cases.EventsCases;
import dev.tidemark.tck.TestClock;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@DisplayName("POST /v1/events")
class EventsTest extends EventsCases {

    @Inject
    TestClock clock;

    @Test
    @DisplayName("takes an event without at as one of now")
    void now() {
        String series = fresh("now");
        events("{'series':'%s','count':1}".formatted(series));
        assertThat(countAt(series, clock.instant().getEpochSecond())).isEqualTo(1);
    }
}
