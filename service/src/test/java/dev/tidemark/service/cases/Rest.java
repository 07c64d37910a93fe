package dev.tidemark.service.cases;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.net.URLEncoder;
import java.util.concurrent.atomic.AtomicInteger;

/** Short words for the calls that most tests make. */
public final class Rest {

    public static final String JSON = "application/json";
    public static final String NDJSON = "application/x-ndjson";
    public static final String TEXT = "text/plain";

    /** Sends what it is given as it is given. */
    private static final RestAssuredConfig AS_IT_IS = RestAssuredConfig.config()
            .encoderConfig(EncoderConfig.encoderConfig()
                    .defaultContentCharset(UTF_8)
                    .appendDefaultContentCharsetToContentTypeIfUndefined(false)
                    .encodeContentTypeAs(NDJSON, ContentType.TEXT)
                    .encodeContentTypeAs("application/x-www-form-urlencoded", ContentType.TEXT));

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private Rest() {}

    /** A name that nobody else uses: all tests share one service. */
    public static String fresh(String name) {
        return name + "-" + COUNTER.incrementAndGet();
    }

    /** Single quotes into double ones, so that JSON can be read between Java's. */
    public static String quoted(String text) {
        return text.replace('\'', '"');
    }

    /** A name as it stands in a path or a query. */
    public static String encoded(String name) {
        return URLEncoder.encode(name, UTF_8).replace("+", "%20");
    }

    public static RequestSpecification request() {
        return given().config(AS_IT_IS).urlEncodingEnabled(false);
    }

    public static ValidatableResponse get(String path) {
        return request().get(path).then();
    }

    public static ValidatableResponse delete(String path) {
        return request().delete(path).then();
    }

    public static ValidatableResponse post(String path, String body) {
        return request().contentType(JSON).body(quoted(body)).post(path).then();
    }

    public static ValidatableResponse put(String path, String body) {
        return request().contentType(JSON).body(quoted(body)).put(path).then();
    }

    /** Sends events, given as the inside of an array, and expects all of them to be accepted. */
    public static void events(String events) {
        post("/v1/events", "[" + events + "]").statusCode(200);
    }

    /** Sets scores, given as the inside of an object. */
    public static void scores(String table, String scores) {
        put("/v1/rankings/" + encoded(table) + "/members", "{'scores':{" + scores + "}}")
                .statusCode(204);
    }

    /** What a call that succeeds answers, with single quotes. */
    public static String answer(String path) {
        return unquoted(get(path).statusCode(200).contentType(JSON));
    }

    /** JSON for those who look at much of it: JsonPath compiles each path anew. */
    public static JsonNode tree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + json, e);
        }
    }

    public static String unquoted(ValidatableResponse response) {
        return response.extract().asString().replace('"', '\'');
    }

    /** Runs lines of commands. */
    public static String commands(String path, String lines) {
        return request()
                .contentType(TEXT)
                .body(lines)
                .post(path)
                .then()
                .statusCode(200)
                .contentType(ContentType.TEXT)
                .extract()
                .asString();
    }
}
