package dev.tidemark.service.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Known names")
class KnownNamesTest {

    private final KnownNames names = new KnownNames();

    @Test
    @DisplayName("answer the same string for the same bytes")
    void same() {
        assertThat(get("page:1")).isSameAs(get("page:1")).isEqualTo("page:1");
    }

    @Test
    @DisplayName("never mix up two names, however many there are")
    void many() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 50_000; i++) {
                assertThat(get("page:" + i)).isEqualTo("page:" + i);
            }
        }
    }

    private String get(String name) {
        byte[] bytes = (">" + name + "<").getBytes(UTF_8);
        return names.get(bytes, 1, name.length());
    }
}
