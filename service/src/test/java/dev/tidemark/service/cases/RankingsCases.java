package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.delete;
import static dev.tidemark.service.cases.Rest.fresh;
import static dev.tidemark.service.cases.Rest.get;
import static dev.tidemark.service.cases.Rest.post;
import static dev.tidemark.service.cases.Rest.put;
import static dev.tidemark.service.cases.Rest.scores;
import static dev.tidemark.service.cases.Rest.unquoted;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class RankingsCases {

    private static final long MOST = 9_007_199_254_740_991L;

    protected final String table = fresh("table");
    protected final String path = "/v1/rankings/" + table;

    protected String increment(String request) {
        return unquoted(post(path + "/increments", request).statusCode(200));
    }

    @Test
    @DisplayName("sets scores and lists them, the highest first")
    void set() {
        put(path + "/members", "{'scores':{'a':5,'b':7}}").statusCode(204);
        assertThat(answer(path))
                .isEqualTo("{'table':'" + table + "','total':2,'entries':["
                        + "{'rank':1,'member':'b','score':7},{'rank':2,'member':'a','score':5}]}");
    }

    @Test
    @DisplayName("sets again without touching the others")
    void setAgain() {
        scores(table, "'a':5,'b':7");
        scores(table, "'a':9,'c':-1");
        assertThat(answer(path + "?order=asc"))
                .endsWith("[{'rank':1,'member':'c','score':-1},{'rank':2,'member':'b','score':7},"
                        + "{'rank':3,'member':'a','score':9}]}");
    }

    @Test
    @DisplayName("keeps scores up to ±(2^53 − 1) exactly")
    void extremes() {
        scores(table, "'a':" + MOST + ",'b':" + -MOST);
        assertThat(answer(path)).contains("'score':" + MOST + "}", "'score':" + -MOST + "}");
    }

    @Test
    @DisplayName("takes 1,000 members in a command, and shows 1,000 a page")
    void manyMembers() {
        scores(
                table,
                IntStream.range(0, 1_000).mapToObj(i -> "'m" + i + "':" + i).collect(Collectors.joining(",")));
        assertThat(get(path + "?count=1000")
                        .statusCode(200)
                        .extract()
                        .jsonPath()
                        .getList("entries"))
                .hasSize(1_000);
        assertThat(get(path).statusCode(200).extract().jsonPath().getList("entries"))
                .hasSize(10);
    }

    @Test
    @DisplayName("increments in order and answers each score right after its increment")
    void increments() {
        scores(table, "'a':5");
        assertThat(increment("{'increments':[{'member':'a','by':3},{'member':'b','by':-2},{'member':'a','by':1}]}"))
                .isEqualTo("{'scores':[{'member':'a','score':8},{'member':'b','score':-2},{'member':'a','score':9}]}");
    }

    @Test
    @DisplayName("breaks ties by the member's bytes, and descending is the exact reverse")
    void ties() {
        scores(table, "'a':1,'B':1,'é':1,'~':1");
        assertThat(get(path + "?order=asc").extract().jsonPath().getList("entries.member"))
                .containsExactly("B", "a", "~", "é");
        assertThat(get(path + "?order=desc").extract().jsonPath().getList("entries.member"))
                .containsExactly("é", "~", "a", "B");
    }

    @Test
    @DisplayName("pages by offset and count")
    void pages() {
        scores(table, "'a':1,'b':2,'c':3,'d':4");
        assertThat(answer(path + "?offset=1&count=2"))
                .endsWith("'total':4,'entries':[{'rank':2,'member':'c','score':3},{'rank':3,'member':'b','score':2}]}");
        assertThat(answer(path + "?offset=3&count=2&order=asc"))
                .endsWith("'total':4,'entries':[{'rank':4,'member':'d','score':4}]}");
    }

    @Test
    @DisplayName("answers an empty page past the end, for a count of 0, and of a table that is not there")
    void emptyPages() {
        assertThat(answer(path)).isEqualTo("{'table':'" + table + "','total':0,'entries':[]}");
        scores(table, "'a':1");
        assertThat(answer(path + "?offset=1")).endsWith("'total':1,'entries':[]}");
        assertThat(answer(path + "?offset=9223372036854775807")).endsWith("'total':1,'entries':[]}");
        assertThat(answer(path + "?count=0")).endsWith("'total':1,'entries':[]}");
    }

    @Test
    @DisplayName("answers one member's place in both orders, and removes it once")
    void member() {
        scores(table, "'a':1,'b':2,'c':3");
        assertThat(answer(path + "/members/c")).isEqualTo("{'rank':1,'member':'c','score':3}");
        assertThat(answer(path + "/members/c?order=asc")).isEqualTo("{'rank':3,'member':'c','score':3}");
        delete(path + "/members/c").statusCode(204);
        delete(path + "/members/c").statusCode(404);
        get(path + "/members/c").statusCode(404);
        assertThat(answer(path + "/members/b")).startsWith("{'rank':1,");
    }

    @Test
    @DisplayName("answers a member's neighbours")
    void around() {
        scores(table, "'a':1,'b':2,'c':3,'d':4,'e':5");
        assertThat(answer(path + "/members/c/around?radius=1"))
                .isEqualTo("{'table':'" + table + "','total':5,'entries':[{'rank':2,'member':'d','score':4},"
                        + "{'rank':3,'member':'c','score':3},{'rank':4,'member':'b','score':2}]}");
        assertThat(answer(path + "/members/a/around?radius=1&order=asc"))
                .endsWith("[{'rank':1,'member':'a','score':1},{'rank':2,'member':'b','score':2}]}");
        assertThat(answer(path + "/members/e/around?radius=0")).endsWith("[{'rank':1,'member':'e','score':5}]}");
        assertThat(get(path + "/members/c/around").extract().jsonPath().getList("entries"))
                .hasSize(5);
        get(path + "/members/nobody/around").statusCode(404);
    }

    private String lookup(String request) {
        return unquoted(post(path + "/lookup", request).statusCode(200));
    }

    @Test
    @DisplayName("looks up members in the order asked, rank and score null where one is not there")
    void lookup() {
        scores(table, "'a':1,'b':2,'c':3");
        assertThat(lookup("{'members':['c','nobody','a']}"))
                .isEqualTo("{'total':3,'entries':[{'rank':1,'member':'c','score':3},"
                        + "{'rank':null,'member':'nobody','score':null},{'rank':3,'member':'a','score':1}]}");
        assertThat(lookup("{'members':['c'],'order':'asc'}"))
                .isEqualTo("{'total':3,'entries':[{'rank':3,'member':'c','score':3}]}");
        assertThat(lookup("{'members':['c'],'order':'desc'}"))
                .isEqualTo("{'total':3,'entries':[{'rank':1,'member':'c','score':3}]}");
        assertThat(lookup("{'members':[]}")).isEqualTo("{'total':3,'entries':[]}");
    }

    @Test
    @DisplayName("looks up and removes nobody in a table that is not there")
    void lookupNoTable() {
        assertThat(lookup("{'members':['a']}"))
                .isEqualTo("{'total':0,'entries':[{'rank':null,'member':'a','score':null}]}");
        assertThat(unquoted(post(path + "/remove", "{'members':['a']}").statusCode(200)))
                .isEqualTo("{'removed':0}");
    }

    @Test
    @DisplayName("looks up and removes 1,000 members in a command")
    void lookupMany() {
        String members = IntStream.range(0, 1_000).mapToObj(i -> "'m" + i + "'").collect(Collectors.joining(","));
        scores(
                table,
                IntStream.range(0, 1_000).mapToObj(i -> "'m" + i + "':" + i).collect(Collectors.joining(",")));
        assertThat(lookup("{'members':[" + members + "],'order':'asc'}"))
                .startsWith("{'total':1000,'entries':[{'rank':1,'member':'m0','score':0},")
                .endsWith("{'rank':1000,'member':'m999','score':999}]}");
        assertThat(unquoted(
                        post(path + "/remove", "{'members':[" + members + "]}").statusCode(200)))
                .isEqualTo("{'removed':1000}");
        assertThat(answer("/v1/rankings?prefix=" + table)).isEqualTo("{'tables':[],'next':null}");
    }

    @Test
    @DisplayName("removes several members and says how many were there")
    void removeSeveral() {
        scores(table, "'a':1,'b':2,'c':3");
        assertThat(unquoted(post(path + "/remove", "{'members':['c','nobody','a','a']}")
                        .statusCode(200)))
                .isEqualTo("{'removed':2}");
        assertThat(answer(path)).endsWith("'total':1,'entries':[{'rank':1,'member':'b','score':2}]}");
        assertThat(unquoted(post(path + "/remove", "{'members':[]}").statusCode(200)))
                .isEqualTo("{'removed':0}");
    }

    /** HTTP clients rewrite these in paths: there, .. named the table, and DELETE dropped it. */
    @Test
    @DisplayName("reads and removes members called . and ..")
    void dots() {
        scores(table, "'.':1,'..':2,'a':3,'...':4");
        assertThat(lookup("{'members':['..','.']}"))
                .isEqualTo("{'total':4,'entries':[{'rank':3,'member':'..','score':2},"
                        + "{'rank':4,'member':'.','score':1}]}");
        assertThat(unquoted(post(path + "/remove", "{'members':['..']}").statusCode(200)))
                .isEqualTo("{'removed':1}");
        assertThat(lookup("{'members':['..','.']}"))
                .isEqualTo("{'total':3,'entries':[{'rank':null,'member':'..','score':null},"
                        + "{'rank':3,'member':'.','score':1}]}");
    }

    @Test
    @DisplayName("lists tables by prefix and goes on after the last of the page")
    void list() {
        scores(table + ":b", "'m':1");
        scores(table + ":a", "'m':1");
        scores(table + ":c", "'m':1");
        String list = "/v1/rankings?prefix=" + table + ":";
        assertThat(answer(list)).isEqualTo("{'tables':['%1$s:a','%1$s:b','%1$s:c'],'next':null}".formatted(table));
        assertThat(answer(list + "&limit=2"))
                .isEqualTo("{'tables':['%1$s:a','%1$s:b'],'next':'%1$s:b'}".formatted(table));
        assertThat(answer(list + "&limit=2&after=" + table + ":b"))
                .isEqualTo("{'tables':['%1$s:c'],'next':null}".formatted(table));
    }

    @Test
    @DisplayName("drops a table, once")
    void drop() {
        scores(table, "'a':1");
        delete(path).statusCode(204);
        delete(path).statusCode(404);
        assertThat(answer("/v1/rankings?prefix=" + table)).isEqualTo("{'tables':[],'next':null}");
    }

    @Test
    @DisplayName("drops all tables only when that is confirmed")
    void flushAll() {
        scores(table, "'a':1");
        delete("/v1/rankings").statusCode(400);
        delete("/v1/rankings?confirm=yes").statusCode(400);
        assertThat(answer(path)).contains("'total':1");
        delete("/v1/rankings?confirm=flushall").statusCode(204);
        assertThat(answer("/v1/rankings")).isEqualTo("{'tables':[],'next':null}");
    }
}
