package dev.tidemark.service.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.service.config.TidemarkConfig;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The settings of the service")
class OwnSettingsTest {

    static Stream<String> settings() {
        return Arrays.stream(TidemarkConfig.class.getMethods())
                .map(Method::getName)
                .filter(name -> !name.endsWith("Backend"));
    }

    /** {@code tidemark.http.hosts} was reported, although it worked. */
    @ParameterizedTest
    @MethodSource("settings")
    @DisplayName("are not reported as misspelt")
    void known(String setting) {
        assertThat(ConfiguredBackends.isOwn("tidemark." + setting + ".some")).isTrue();
    }
}
