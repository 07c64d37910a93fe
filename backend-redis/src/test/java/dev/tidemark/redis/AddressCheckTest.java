package dev.tidemark.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressCheckTest {

    @ParameterizedTest
    @CsvSource({
        "redis://host:1, redis://host:1",
        "redis://:secret@host:1, redis://***@host:1",
        "redis://me:sec@ret@host:1, redis://***@host:1",
        "redis:me:secret@host, ***@host",
        "me:secret@host, ***@host",
        "redis://host?password=secret&db=1, redis://host?password=***&db=1"
    })
    @DisplayName("An address is shown without its password, however it is misspelt")
    void hidesThePassword(String address, String shown) {
        assertThat(AddressCheck.withoutPassword(address)).isEqualTo(shown);
    }
}
