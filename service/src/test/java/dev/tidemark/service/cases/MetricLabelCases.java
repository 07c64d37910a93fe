package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What users send never becomes the label of a metric: neither names, whose {@code //} once slipped through the patterns that
 * were to keep them out, nor methods. Each route is called with each odd name, with methods that it takes and others, with
 * bodies and without, so that each way to an answer is gone.
 */
public abstract class MetricLabelCases {

    private static final String MARK = "leaked";

    static Stream<String> names() {
        return Stream.of(
                MARK,
                MARK + "//" + MARK,
                MARK + "/members/" + MARK,
                ";" + MARK + "%2F",
                "{" + MARK + "}\n",
                "../" + MARK);
    }

    @ParameterizedTest
    @MethodSource("names")
    @DisplayName("no name that a user chose is a label")
    void names(String name) throws IOException {
        String segment = encoded(name);
        Set<String> templates = Rest.get("/q/openapi?format=json")
                .statusCode(200)
                .extract()
                .jsonPath()
                .<String, Object>getMap("paths")
                .keySet();
        for (String template : templates) {
            for (String path : new String[] {
                template.replaceAll("\\{[a-z]+}", segment),
                template.replaceAll("\\{[a-z]+}", segment) + "/",
                template + "/" + MARK,
                template.replaceAll("\\{[a-z]+}", segment) + "/../" + MARK,
                template.replaceAll("\\{[a-z]+}", MARK) + ";" + MARK,
                template.replaceAll("\\{[a-z]+}", "/" + MARK)
            }) {
                for (String method : new String[] {"GET", "PUT", "OPTIONS", "LEAKED"}) {
                    request(method, path.replaceAll("[{}]", ""), "Content-Type: application/json");
                }
            }
            String path = template.replaceAll("\\{[a-z]+}", segment);
            request("POST", path, "Content-Type: json");
            request("POST", path, "Origin: http://" + MARK);
            request("PUT", path, "Content-Type: text/" + MARK);
            request("GET", path + "?" + MARK + "=" + MARK, "Accept: text/" + MARK);
        }
        RawRequest.sendLines("", "GET " + MARK + " HTTP/1.1");
        RawRequest.sendLines("", "CONNECT " + MARK + ":80 HTTP/1.1");
        RawRequest.sendLines("", "GET /%" + MARK + " HTTP/1.1");
        RawRequest.sendLines("", "GET /" + MARK + " " + MARK);
        request("GET", "/q/" + MARK, "X: y");
        request("GET", "/%71/health/" + MARK, "X: y");
        assertThat(Rest.get("/q/metrics").statusCode(200).extract().asString().lines())
                .isNotEmpty()
                .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains(MARK));
    }

    private static void request(String method, String path, String header) throws IOException {
        RawRequest.sendLines("{}", method + " " + path + " HTTP/1.1", header, "Connection: close");
    }
}
