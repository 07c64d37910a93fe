package dev.tidemark.service.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.InvalidValueException;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.Visit;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Events that are written plainly")
class PlainEventsTest {

    private static final Instant NOW = Instant.ofEpochMilli(1_763_164_800_123L);

    private final PlainEvents events = new PlainEvents(new KnownNames(), NOW);

    @Test
    @DisplayName("are read into counts, visits and samples")
    void kinds() {
        assertThat(line("{'series':'a','at':1.25,'count':-3}"))
                .isEqualTo(new Count("a", Instant.ofEpochMilli(1250), -3));
        assertThat(line("{'series':'a','member':'max'}")).isEqualTo(new Visit("a", NOW, "max"));
        assertThat(line("{'value':-21.5,'series':'a','at':-1}"))
                .isEqualTo(new Sample("a", Instant.ofEpochSecond(-1), -21.5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " { 'series' : 'a' , 'at' : 1 , 'count' : 2 } ",
                "{\t'series':'a',\r\n'at':1,'count':2}\r",
                "{'count':2,'at':1.000,'series':'a'}"
            })
    @DisplayName("may have blanks between their parts, and their fields in any order")
    void blanks(String text) {
        assertThat(line(text)).isEqualTo(new Count("a", Instant.ofEpochSecond(1), 2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{}",
                "{",
                "null",
                "[]",
                "{'series':'a'}",
                "{'count':1}",
                "{'series':'a','count':1",
                "{'series':'a','count':1,}",
                "{'series':'a','count':1}}",
                "{'series':'a','count':1} {'series':'a','count':1}",
                "{'series':'a','count':1,'count':1}",
                "{'series':'a','count':1,'value':1}",
                "{'series':'a','count':1,'other':1}",
                "{'series':'a','count':1.0}",
                "{'series':'a','count':01}",
                "{'series':'a','count':-}",
                "{'series':'a','count':- 1}",
                "{'series':'a','count':+1}",
                "{'series':'a','count':1.}",
                "{'series':'a','count':.5}",
                "{'series':'a','count':1e3}",
                "{'series':'a','count':1x}",
                "{'series':'a','count':9223372036854775807}",
                "{'series':'a','count':'1'}",
                "{'series':'a','count':null}",
                "{'series':'','count':1}",
                "{'series':'a\\u0062','count':1}",
                "{'series':'a\\'b','count':1}",
                "{'series':'\u00e9','count':1}",
                "{'series':'a\u007f','count':1}",
                "{'series':'a\tb','count':1}",
                "{'series':1,'count':1}",
                "{'series':a,'count':1}",
                "{series:'a','count':1}",
                "{'series' 'a','count':1}",
                "{'series':'a','at':'2026-11-15T12:00:00Z','count':1}",
                "{'series':'a','at':0.0001,'count':1}",
                "{'series':'a','at':253402300800,'count':1}",
                "{'series':'a','at':999999999999999999,'count':1}",
                "{'series':'a','value':12345678901234567}",
                "{'series':'a','value':1e5}",
                "\ufeff{'series':'a','count':1}",
                "{'series':'a','count':1}\u0000"
            })
    @DisplayName("are not what Jackson has to read, or to refuse")
    void left(String text) {
        assertThat(line(text)).isNull();
        assertThat(array("[" + text + "]")).isNull();
    }

    @Test
    @DisplayName("may stand in an array, and in nothing else")
    void arrays() {
        String event = "{'series':'a','at':1,'count':2}";
        Count count = new Count("a", Instant.ofEpochSecond(1), 2);
        assertThat(array("[" + event + "]")).containsExactly(count);
        assertThat(array(" [ " + event + " ,\n" + event + " ]\n")).containsExactly(count, count);
        for (String other :
                List.of("[]", "[", event, event + "]", "[" + event, "[" + event + ",]", "[" + event + "]]")) {
            assertThat(array(other)).as(other).isNull();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    @DisplayName("are the same events that Jackson reads, and never one that it refuses")
    void sameAsJackson(long seed) {
        Random random = new Random(seed);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = quoted(mutated(random, anyEvent(random))).getBytes(UTF_8);
            Event plain = events.readLine(bytes, 0, bytes.length);
            if (plain != null) {
                assertThat(plain).as(new String(bytes, UTF_8)).isEqualTo(readByJackson(bytes));
                read++;
            }
        }
        assertThat(read).isBetween(1_000, 19_000);
    }

    private static String anyEvent(Random random) {
        List<String> fields = List.of(
                "'series':'" + "page:".substring(random.nextInt(5)) + random.nextInt(100) + "'",
                "'at':" + number(random),
                random.nextBoolean()
                        ? "'count':" + number(random)
                        : random.nextBoolean() ? "'member':'m" + random.nextInt(9) + "'" : "'value':" + number(random));
        int first = random.nextInt(3);
        return IntStream.range(0, random.nextInt(8) == 0 ? 2 : 3)
                .mapToObj(i -> fields.get((first + i) % 3))
                .collect(Collectors.joining(random.nextBoolean() ? "," : " , ", "{", "}"));
    }

    private static String number(Random random) {
        String sign = random.nextInt(4) == 0 ? "-" : "";
        String digits = Long.toString(random.nextLong(1L << (1 + random.nextInt(62))));
        return sign + digits + (random.nextInt(3) == 0 ? "." + random.nextInt(100_000) : "");
    }

    /** Mostly as it is, otherwise with one character changed, gone, or there twice. */
    private static String mutated(Random random, String text) {
        int at = random.nextInt(text.length());
        String before = text.substring(0, at);
        String after = text.substring(at + 1);
        return switch (random.nextInt(8)) {
            case 0 -> before + after;
            case 1 -> before + text.charAt(at) + text.charAt(at) + after;
            case 2 -> before + "{}[]:,'\\ \t\n01.-+eE\u00e9\u0000".charAt(random.nextInt(20)) + after;
            default -> text;
        };
    }

    private static @Nullable Event readByJackson(byte[] bytes) {
        try (JsonParser json = new JsonFactory().createParser(bytes)) {
            assertThat(json.nextToken()).isEqualTo(JsonToken.START_OBJECT);
            Event event = new EventReader(NOW).read(json);
            assertThat(json.nextToken()).isNull();
            return event;
        } catch (JsonProcessingException | InvalidValueException e) {
            return null;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private @Nullable Event line(String text) {
        // What is around the line is not part of it.
        byte[] bytes = ("}" + quoted(text) + ",").getBytes(UTF_8);
        return events.readLine(bytes, 1, bytes.length - 1);
    }

    private @Nullable List<Event> array(String text) {
        return events.readArray(quoted(text).getBytes(UTF_8), Integer.MAX_VALUE);
    }

    private static String quoted(String text) {
        return text.replace('\'', '"');
    }
}
