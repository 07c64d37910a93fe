package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.events;
import static dev.tidemark.service.cases.Rest.fresh;
import static dev.tidemark.service.cases.Rest.post;
import static dev.tidemark.service.cases.Rest.quoted;
import static dev.tidemark.service.cases.Rest.request;
import static dev.tidemark.service.cases.Rest.unquoted;
import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.response.ValidatableResponse;
import java.nio.charset.Charset;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public abstract class EventsCases {

    @Test
    @DisplayName("takes an array and answers how many events it accepted")
    void array() {
        String series = fresh("array");
        ValidatableResponse answer = post(
                        "/v1/events",
                        "[{'series':'%1$s','at':1,'count':2},{'series':'%1$s','at':1,'count':3}]".formatted(series))
                .statusCode(200);
        assertThat(unquoted(answer)).isEqualTo("{'accepted':2}");
        assertThat(countAt(series, 1)).isEqualTo(5);
    }

    @Test
    @DisplayName("takes one event a line, with or without a last line break")
    void lines() {
        String series = fresh("lines");
        String line = "{'series':'%s','at':1,'count':1}".formatted(series);
        assertThat(unquoted(sendLines(line + "\n" + line))).isEqualTo("{'accepted':2}");
        assertThat(unquoted(sendLines(line + "\n" + line + "\n"))).isEqualTo("{'accepted':2}");
        assertThat(countAt(series, 1)).isEqualTo(4);
    }

    @Test
    @DisplayName("passes over blank lines, and takes lines that end as on Windows")
    void blankLines() {
        String series = fresh("blank");
        String line = "{'series':'%s','at':1,'count':1}".formatted(series);
        assertThat(unquoted(sendLines("\n\n" + line + "\r\n \t \n\r\n" + line + "\n\n")))
                .isEqualTo("{'accepted':2}");
        assertThat(countAt(series, 1)).isEqualTo(2);
    }

    @Test
    @DisplayName("takes counts, visits and samples of one series in one batch")
    void mixedKinds() {
        String series = fresh("mixed");
        events(
                "{'series':'%1$s','at':1,'count':7},{'series':'%1$s','at':1,'member':'max'},{'series':'%1$s','at':1,'value':2.5}"
                        .formatted(series));
        assertThat(countAt(series, 1)).isEqualTo(7);
        assertThat(Rest.get("/v1/series/" + series + "/uniques?granularity=1sec&from=1&to=1")
                        .extract()
                        .jsonPath()
                        .getInt("distinct"))
                .isEqualTo(1);
        assertThat(samples(series)).contains("{'timestamp':1,'value':2.5}");
    }

    @Test
    @DisplayName("takes the fields in any order, and a count that takes back")
    void anyOrder() {
        String series = fresh("order");
        events("{'count':5,'at':1,'series':'%1$s'},{'at':1,'count':-2,'series':'%1$s'}".formatted(series));
        assertThat(countAt(series, 1)).isEqualTo(3);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            0                               | 0
            1763164800                      | 1763164800
            0.5                             | 0.5
            1.25                            | 1.25
            0.0019                          | 0.001
            -1                              | -1
            -0.5                            | -0.5
            -0.0001                         | -0.001
            1e3                             | 1000
            -62135596800                    | -62135596800
            253402300799.999                | 253402300799.999
            '1970-01-01T00:00:01Z'          | 1
            '1970-01-01T01:00:00.250+01:00' | 0.25
            '1970-01-01T00:00:00-02:30'     | 9000
            '1969-12-31T23:59:59Z'          | -1
            '0001-01-01T00:00:00Z'          | -62135596800
            '9999-12-31T23:59:59.999Z'      | 253402300799.999
            """)
    @DisplayName("reads at as epoch seconds or ISO-8601")
    void times(String at, String timestamp) {
        String series = fresh("times");
        events("{'series':'%s','at':%s,'value':1}".formatted(series, at));
        assertThat(samples(series))
                .isEqualTo("{'series':'%s','samples':[{'timestamp':%s,'value':1.0}]}".formatted(series, timestamp));
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE, 0})
    @DisplayName("keeps counts of 64 bits exactly")
    void wholeRange(long count) {
        String series = fresh("wide");
        events("{'series':'%s','at':1,'count':%d}".formatted(series, count));
        assertThat(countAt(series, 1)).isEqualTo(count);
    }

    @ParameterizedTest
    @CsvSource({"0,0.0", "-0.0,0.0", "1e300,1.0E300", "4.9e-324,4.9E-324", "12345678901234567890,1.2345678901234567E19"
    })
    @DisplayName("keeps samples as doubles")
    void doubles(String sent, String kept) {
        String series = fresh("double");
        events("{'series':'%s','at':1,'value':%s}".formatted(series, sent));
        assertThat(samples(series)).contains("'value':" + kept + "}");
    }

    @Test
    @DisplayName("accepts an array without events")
    void emptyArray() {
        assertThat(unquoted(post("/v1/events", "[]").statusCode(200))).isEqualTo("{'accepted':0}");
    }

    @Test
    @DisplayName("accepts 10,000 events in a request")
    void manyEvents() {
        String series = fresh("many");
        String body = IntStream.range(0, 10_000)
                .mapToObj(i -> "{'series':'%s','at':%d,'count':1}".formatted(series, i))
                .collect(Collectors.joining("\n"));
        assertThat(unquoted(sendLines(body))).isEqualTo("{'accepted':10000}");
    }

    @Test
    @DisplayName("takes a Content-Type with a charset")
    void charset() {
        String series = fresh("charset");
        request()
                .contentType("application/json; charset=utf-8")
                .body(quoted("[{'series':'%s','count':1}]".formatted(series)))
                .post("/v1/events")
                .then()
                .statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
    @DisplayName(
            "takes an array in every encoding of Unicode, with a byte order mark or without, and names of any characters")
    void unicode(String charset) {
        String series = fresh("unicode") + "-~\u00a0\u00e9\u07ff\u0800\ud7ff\ue000\uffff\ud800\udc00\udbff\udfff";
        String body = quoted("[{'series':'%s','at':1,'count':1}]".formatted(series));
        for (String text : new String[] {body, "\ufeff" + body, body.replace(",", "," + " ".repeat(9_000))}) {
            request()
                    .contentType("application/json")
                    .body(text.getBytes(Charset.forName(charset)))
                    .post("/v1/events")
                    .then()
                    .statusCode(200);
        }
        assertThat(countAt(Rest.encoded(series), 1)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", Rest.NDJSON})
    @DisplayName("stores nothing where the client takes no JSON for an answer")
    void unacceptable(String type) {
        String series = fresh("unacceptable");
        String event = "{'series':'%s','count':1}".formatted(series);
        request()
                .contentType(type)
                .accept("image/png")
                .body(quoted(type.equals(Rest.NDJSON) ? event : "[" + event + "]"))
                .post("/v1/events")
                .then()
                .statusCode(406);
        assertThat(answer("/v1/series?prefix=" + series)).contains("'series':[]");
    }

    private static ValidatableResponse sendLines(String body) {
        return request()
                .contentType(Rest.NDJSON)
                .body(quoted(body))
                .post("/v1/events")
                .then()
                .statusCode(200);
    }

    protected static long countAt(String series, long second) {
        return Rest.get("/v1/series/%s/counts?granularity=1sec&from=%d&to=%d".formatted(series, second, second))
                .statusCode(200)
                .extract()
                .jsonPath()
                .getLong("points[0].value");
    }

    private static String samples(String series) {
        return answer("/v1/series/" + series + "/samples?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59.999Z");
    }
}
