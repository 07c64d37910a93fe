package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.commands;
import static dev.tidemark.service.cases.Rest.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public abstract class CommandsCases {

    private final String table = fresh("t");

    /** Runs lines in which {@code t} as a word of its own is the test's table. */
    private String run(String lines) {
        return run("/", lines);
    }

    protected String run(String path, String lines) {
        return commands(path, lines.replaceAll("\\bt\\b", table));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            zrange t 0 -1               | a/b/c/d
            zrevrange t 0 -1            | d/c/b/a
            zrange t 0 -1 withscores    | a 1/b 2/c 3/d 4
            zrevrange t 1 2 withscores  | c 3/b 2
            zrange t 3 2                | d
            zrange t 0 0                | ''
            zrevrange t 0 0             | ''
            zrange t 4 10               | ''
            zrevrange t 400 -1          | ''
            zrange t 9223372036854775807 -1 | ''
            zrange t 0 2147483647       | a/b/c/d
            zrange t-other 0 -1         | ''
            zget t a                    | 1
            zget t d nobody a           | 4/null/1
            zget t-other a              | null
            zincrby t 2 a -5 b 1 a      | 3/-3/4
            zsub t 2 a -5 b             | -1/7
            zinc t a b new              | 2/3/1
            zdec t a a                  | 0/-1
            zincrbyp t 2 a 3 b 0.5      | 3/5
            ZINCRBY t 1 a               | 2
            zadd t 9 e 8 f              | ''
            """)
    @DisplayName("answer line by line")
    void answers(String line, String answer) {
        run("zadd t 1 a 2 b 3 c 4 d");
        assertThat(run(line)).isEqualTo(answer.isEmpty() ? "" : answer.replace('/', '\n') + "\n");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "zfoo t",
                "zadd",
                "zadd t",
                "zadd t 1",
                "zadd t x a",
                "zadd t 1.5 a",
                "zadd t 1 b 2",
                "zadd t 9007199254740992 a",
                "zadd t 9223372036854775808 a",
                "zincrby t",
                "zincrby t 1",
                "zincrby t a 1",
                "zincrby t 9007199254740991 a",
                "zsub t -9223372036854775808 a",
                "zincrbyp t 1 a",
                "zincrbyp t 1 a 0",
                "zincrbyp t 1 a -1",
                "zincrbyp t 1 a 0.0001",
                "zincrbyp t 1 a 999999999999",
                "zincrbyp t 1 a x",
                "zincrbyp 5",
                "zincrbyp",
                "zinc t",
                "zdec t",
                "zrange t",
                "zrange t 0",
                "zrange t x 1",
                "zrange t -1 1",
                "zrange t 0 -2",
                "zrange t 0 x",
                "zrange t 0 1 withscore",
                "zrange t 0 1 withscores more",
                "zget t",
                "flushall t",
                "flushall now",
                "zadd t 1 a\u0000b",
                "zadd t\u007f 1 a"
            })
    @DisplayName("answer a bad line with an error, change nothing, and go on")
    void badLines(String line) {
        String answer = run("zadd t 1 a\n" + line + "\nzrange t 0 -1 withscores\n");
        assertThat(answer.lines()).hasSize(2);
        assertThat(answer).startsWith("error: ").endsWith("\na 1\n").doesNotContain("Exception", "dev.tidemark");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "%s t 1 a", "zadd t %s a", "zrange t 0 1 %s", "zincrbyp t 1 a %s", "zadd t 1 %s"})
    @DisplayName("answers a line with a long word in the wrong place with the beginning of that word")
    void longWords(String line) {
        String answer = run(line.formatted("x".repeat(100_000)) + "\nzget t a");
        assertThat(answer).startsWith("error: ").contains("x…").hasSizeLessThan(1_000);
    }

    @Test
    @DisplayName("pass over blank lines, extra spaces and Windows line ends")
    void blanks() {
        assertThat(run("\n  zadd   t 1\ta  \r\n\r\n\nzget t a\r\n")).isEqualTo("1\n");
    }

    @Test
    @DisplayName("answer nothing to nothing")
    void nothing() {
        assertThat(run("\n")).isEmpty();
    }

    @Test
    @DisplayName("take what curl sends unless it is told a type")
    void formType() {
        assertThat(Rest.request()
                        .contentType("application/x-www-form-urlencoded")
                        .body("zadd " + table + " 1 a%20+&b=c\nzrange " + table + " 0 -1")
                        .post("/")
                        .then()
                        .statusCode(200)
                        .extract()
                        .asString())
                .isEqualTo("a%20+&b=c\n");
    }

    @Test
    @DisplayName("take members in any script")
    void unicode() {
        assertThat(run("zadd t 1 \uD83D\uDE00 2 é:{}*@/%\nzrange t 0 -1")).isEqualTo("\uD83D\uDE00\né:{}*@/%\n");
    }

    @Test
    @DisplayName("refuse an increment of several members as a whole")
    void allOrNone() {
        run("zadd t 1 a 9007199254740991 b");
        assertThat(run("zincrby t 1 a 1 b\nzget t a b")).startsWith("error: ").endsWith("\n1\n9007199254740991\n");
    }

    /** Sets the scores of members {@code m0}, {@code m1}, …, a thousand a line. */
    private void fill(int members) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < members; i++) {
            lines.append(i % 1_000 == 0 ? "\nzadd t" : "")
                    .append(' ')
                    .append(i)
                    .append(" m")
                    .append(i);
        }
        assertThat(run(lines.toString())).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            zrange t 0 1000              | 1000
            zrange t 1 -1                | 1000
            zrevrange t 1 -1 withscores  | 1000
            zrange t 500 1001            | 501
            zrange t 500 2147483647      | 501
            """)
    @DisplayName("return a page of 1,000 entries a line")
    void page(String line, int entries) {
        fill(1_001);
        assertThat(run(line).lines()).hasSize(entries).allMatch(entry -> entry.startsWith("m"));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"zrange t 0 -1", "zrevrange t 0 -1 withscores", "zrange t 0 1001", "zrange t 0 2147483647"})
    @DisplayName("answer a range of more than 1,000 entries with an error instead of a part of it, and go on")
    void moreThanAPage(String line) {
        fill(1_001);
        assertThat(run(line + "\nzget t m7\n").lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("error: ")
                .contains("tidemark.limits.page", "1001");
    }

    /** 28 KB of lines that ask for all of a table took the heap. */
    @Test
    @DisplayName("return 10,000 entries a request, and answer lines that need more with errors")
    void allTogether() {
        fill(1_000);
        String answer = run("zrevrange t 0 -1 withscores\n".repeat(1_000)
                + "zget t m1\nzincrby t 1 m1\nzinc t m1\nzadd t 5 m1\nzrange t 5000 -1\nzrange t 0 0\n");
        assertThat(answer.lines()).hasSize(10_000 + 990 + 3);
        assertThat(answer.lines().skip(10_000))
                .allSatisfy(line -> assertThat(line).startsWith("error: ").contains("tidemark.limits.events"));
        assertThat(run("zget t m1")).as("set, and not added to").isEqualTo("5\n");
    }

    @Test
    @DisplayName("take 10,000 lines")
    void manyLines() {
        assertThat(run("zinc t a\n".repeat(10_000))).endsWith("\n9999\n10000\n");
    }

    @Test
    @DisplayName("refuse a line of a million words")
    void manyWords() {
        assertThat(run("zadd t" + " 1 a".repeat(500_000) + "\nzget t a"))
                .startsWith("error: zadd: ")
                .endsWith("\nnull\n");
    }

    @Test
    @DisplayName("work on the tables of /v1/rankings, and drop them all")
    void flushAll() {
        run("zadd t 1 a");
        assertThat(answer("/v1/rankings/" + table)).contains("'total':1");
        assertThat(run("flushall")).isEmpty();
        assertThat(answer("/v1/rankings")).isEqualTo("{'tables':[],'next':null}");
    }
}
