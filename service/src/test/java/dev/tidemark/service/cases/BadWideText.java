package dev.tidemark.service.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.response.Response;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Bodies in UTF-16 and UTF-32 with a character that there is not, which a lenient decoder reads as U+FFFD, or puts together to
 * another one.
 *
 * @param bad its bytes, in hex
 */
record BadWideText(String charset, String about, String bad) {

    private static final List<Call> CALLS = List.of(
            new Call("POST", "/v1/events", Rest.JSON, "[{'series':'NAME#','at':1,'count':1}]"),
            new Call("POST", "/v1/events", Rest.JSON, "[{'series':'NAME','at':1,'member':'#'}]"),
            new Call("POST", "/v1/events", Rest.JSON, "[{'series':'NAME','at':1,'count':1}]#"),
            new Call("POST", "/v1/events", Rest.NDJSON, "{'series':'NAME#','at':1,'count':1}"),
            new Call("PUT", "/v1/rankings/NAME/members", Rest.JSON, "{'scores':{'good':1,'#':1}}"),
            new Call("POST", "/v1/rankings/NAME/increments", Rest.JSON, "{'increments':[{'member':'#','by':1}]}"),
            new Call("POST", "/v1/boards/NAME/hits", Rest.JSON, "{'hits':[{'member':'#'}]}"),
            new Call("POST", "/v1/series/NAME/limit", Rest.JSON, "{'limit':1,'granularity':'1sec'}#"));

    private record Call(String method, String path, String type, String text) {}

    static Stream<BadWideText> all() {
        return Stream.of(
                new BadWideText("UTF-16BE", "a high surrogate alone", "D800"),
                new BadWideText("UTF-16BE", "a low surrogate alone", "DC00"),
                new BadWideText("UTF-16BE", "another low surrogate alone", "DFFF"),
                new BadWideText("UTF-16BE", "surrogates in the wrong order", "DE00D83D"),
                new BadWideText("UTF-16BE", "a byte too many", "D8"),
                new BadWideText("UTF-16LE", "a high surrogate alone", "FFDB"),
                new BadWideText("UTF-16LE", "a low surrogate alone", "00DC"),
                new BadWideText("UTF-16LE", "a byte too many", "61"),
                new BadWideText("UTF-32BE", "a surrogate", "0000D800"),
                new BadWideText("UTF-32BE", "a pair of surrogates", "0000D83D0000DE00"),
                new BadWideText("UTF-32BE", "a character above U+10FFFF", "00110000"),
                new BadWideText("UTF-32BE", "a negative character", "80000061"),
                new BadWideText("UTF-32BE", "a byte too many", "01"),
                new BadWideText("UTF-32LE", "a pair of surrogates", "3DD8000000DE0000"),
                new BadWideText("UTF-32LE", "a character above U+10FFFF", "00001100"),
                new BadWideText("UTF-32LE", "two bytes too many", "6100"));
    }

    void check() {
        for (Call call : CALLS) {
            String name = Rest.fresh("wide");
            Response response = Rest.request()
                    .contentType(call.type())
                    .body(body(call.text().replace("NAME", name)))
                    .request(call.method(), call.path().replace("NAME", name));
            BadInput.requireProblem(call + " with " + this, response, 400, "invalid " + charset + " at byte", null);
            assertThat(Rest.answer("/v1/series?prefix=" + name)).isEqualTo("{'series':[],'next':null}");
            assertThat(Rest.answer("/v1/rankings?prefix=" + name)).isEqualTo("{'tables':[],'next':null}");
        }
    }

    private byte[] body(String text) {
        String quoted = Rest.quoted(text);
        int at = quoted.indexOf('#');
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(quoted.substring(0, at).getBytes(Charset.forName(charset)));
        body.writeBytes(HexFormat.of().parseHex(bad));
        body.writeBytes(quoted.substring(at + 1).getBytes(Charset.forName(charset)));
        return body.toByteArray();
    }

    /** What a report shows of the row. */
    @Override
    public String toString() {
        return charset + ": " + about;
    }
}
