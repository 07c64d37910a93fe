package dev.tidemark.service.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranking.Increment;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Increments that are written plainly")
class PlainIncrementsTest {

    private static final String GOOD = "{'member':'a','by':1}";

    @Test
    @DisplayName("are read in their order")
    void read() {
        assertThat(read("{'increments':[{'member':'a','by':1},{'by':-2,'member':'b'}]}"))
                .isEqualTo(new PlainIncrements(List.of(new Increment("a", 1), new Increment("b", -2)), null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'increments':[{'member':'a','by':1}],'expiresIn':60}",
                "{'expiresIn':60,'increments':[{'member':'a','by':1}]}",
                "\n{ 'expiresIn' : 60 ,\r\n\t'increments' : [ { 'member' : 'a' , 'by' : 1 } ] }\n"
            })
    @DisplayName("may expire, and may have blanks between their parts")
    void expiring(String body) {
        assertThat(read(body)).isEqualTo(new PlainIncrements(List.of(new Increment("a", 1)), BigDecimal.valueOf(60)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "null",
                "{'expiresIn':60}",
                "{'increments':[]}",
                "{'increments':null}",
                "{'increments':" + GOOD + "}",
                "{'increments':[" + GOOD + "}",
                "{'increments':[" + GOOD + "]",
                "{'increments':[" + GOOD + ",]}",
                "{'increments':[" + GOOD + GOOD + "]}",
                "{'increments':[" + GOOD + "]}}",
                "{'increments':[" + GOOD + "],}",
                "{'increments':[" + GOOD + "],'increments':[" + GOOD + "]}",
                "{'increments':[" + GOOD + "],'expiresIn':1,'expiresIn':1}",
                "{'increments':[" + GOOD + "],'expiresIn':1.5}",
                "{'increments':[" + GOOD + "],'expiresIn':'1'}",
                "{'increments':[" + GOOD + "],'expiresIn':null}",
                "{'increments':[" + GOOD + "],'other':1}",
                "{'increments':[null]}",
                "{'increments':[{'member':'a'}]}",
                "{'increments':[{'by':1}]}",
                "{'increments':[{'member':'a','member':'a'}]}",
                "{'increments':[{'by':1,'by':1}]}",
                "{'increments':[{'member':'a','by':1,'by':1}]}",
                "{'increments':[{'member':'a','by':1,'other':1}]}",
                "{'increments':[{'member':'a','by':1.0}]}",
                "{'increments':[{'member':'a','by':'1'}]}",
                "{'increments':[{'member':'a','by':9007199254740992}]}",
                "{'increments':[{'member':1,'by':1}]}",
                "{'increments':[{'member':'','by':1}]}",
                "{'increments':[{'member':'','by':1},{'member':'','by':1}],'increments':[" + GOOD + "]}",
                "{'increments':[{'member':'\u00e9','by':1}]}",
                "{'increments':[{'member':'a\\n','by':1}]}"
            })
    @DisplayName("are not what Jackson has to read, or to refuse")
    void left(String body) {
        assertThat(read(body)).isNull();
    }

    @Test
    @DisplayName("are not more than may be")
    void many() {
        assertThat(read("{'increments':[" + GOOD + "," + GOOD + "]}")).isNotNull();
        assertThat(read("{'increments':[" + GOOD + "," + GOOD + "," + GOOD + "]}"))
                .isNull();
    }

    private static @Nullable PlainIncrements read(String body) {
        return PlainIncrements.read(body.replace('\'', '"').getBytes(UTF_8), 2);
    }
}
