package dev.tidemark.ranked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.BackendConfig;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.Backends;
import dev.tidemark.timeseries.Granularity;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RankedProviderTest {

    private final Backends backends = Backends.find(getClass().getClassLoader());

    @Test
    @DisplayName("The engine is found by its name")
    void isFound() {
        assertThat(backends.names()).containsExactly("ranked");
    }

    @Test
    @DisplayName("A persistence that this version does not have is refused with the property's name")
    void refusesUnknownPersistence() {
        BackendContext context = BackendContext.of(
                BackendConfig.of("ranked", Map.of("persistence", "tape")),
                Granularity.DEFAULTS,
                InstantSource.system());

        assertThatThrownBy(() -> backends.open("ranked", context))
                .isInstanceOf(BackendException.class)
                .hasMessage("tidemark.ranked.persistence must be disk or memory, but is 'tape'");
    }
}
