package dev.tidemark.timeseries;

import static dev.tidemark.timeseries.Precision.APPROXIMATE;
import static dev.tidemark.timeseries.Precision.EXACT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrecisionRulesTest {

    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource({
        "a, a, true",
        "a, ab, false",
        "a, A, false",
        "*, a, true",
        "a*, a, true",
        "a*, ab, true",
        "a*, ba, false",
        "*a, a, true",
        "*a, ba, true",
        "*a, ab, false",
        "a*a, a, false",
        "a*a, aa, true",
        "a*a, aba, true",
        "a*b*c, abc, true",
        "a*b*c, axxbxxc, true",
        "a*b*c, ac, false",
        "a*b*c, acb, false",
        "ab*bc, abc, false",
        "*a*, xay, true",
        "*a*b*, ba, false",
        "**, a, true",
        "a**b, ab, true",
        "a.c, abc, false",
        "[a], a, false",
        "a?, ab, false",
        "a*bb*b, abbb, true",
        "a*bb*b, abb, false"
    })
    @DisplayName("a star stands for any run of characters, everything else for itself")
    void patterns(String pattern, String series, boolean matches) {
        PrecisionRules rules = new PrecisionRules(EXACT, Map.of(pattern, APPROXIMATE));
        assertThat(rules.of(series)).isEqualTo(matches ? APPROXIMATE : EXACT);
    }

    @Test
    @DisplayName("the longest pattern decides")
    void longest() {
        PrecisionRules rules =
                new PrecisionRules(EXACT, Map.of("*", APPROXIMATE, "page:*", EXACT, "page:*:bots", APPROXIMATE));
        assertThat(rules.of("x")).isEqualTo(APPROXIMATE);
        assertThat(rules.of("page:1")).isEqualTo(EXACT);
        assertThat(rules.of("page:1:bots")).isEqualTo(APPROXIMATE);
    }

    @Test
    @DisplayName("of equally long patterns the first by bytes decides")
    void equallyLong() {
        PrecisionRules rules = new PrecisionRules(EXACT, Map.of("a*", APPROXIMATE, "*b", EXACT));
        assertThat(rules.of("ab")).isEqualTo(EXACT);
        assertThat(rules.of("ac")).isEqualTo(APPROXIMATE);
    }

    @Test
    @DisplayName("where no pattern fits, the default does")
    void otherwise() {
        assertThat(new PrecisionRules(APPROXIMATE, Map.of("a", EXACT)).of("b")).isEqualTo(APPROXIMATE);
        assertThat(PrecisionRules.EXACT.of("b")).isEqualTo(EXACT);
    }
}
