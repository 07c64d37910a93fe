package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.fresh;
import static dev.tidemark.service.cases.Rest.post;
import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public abstract class BoardsCases {

    private final String board = fresh("game");
    protected final String path = "/v1/boards/" + board;

    /** Sunday of week 46, Monday of week 47, and the first of the next month. */
    @BeforeEach
    void hits() {
        post(path + "/hits", """
                {'hits':[
                  {'member':'ada','by':5,'at':'2026-11-15T10:00:00Z'},
                  {'member':'bob','by':3,'at':'2026-11-15T23:59:59.999Z'},
                  {'member':'bob','by':4,'at':'2026-11-16T00:00:00Z'},
                  {'member':'cyd','by':1,'at':'2026-12-01T00:00:00Z'}]}""").statusCode(204);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            ?period=total      | 3 | bob 7, ada 5, cyd 1
            none               | 3 | bob 7, ada 5, cyd 1
            ?period=2026-11-15 | 2 | ada 5, bob 3
            ?period=2026-11-16 | 1 | bob 4
            ?period=2026-11-17 | 0 | none
            ?period=2026-W46   | 2 | ada 5, bob 3
            ?period=2026-W47   | 1 | bob 4
            ?period=2026-11    | 2 | bob 7, ada 5
            ?period=2026-12    | 1 | cyd 1
            ?limit=1           | 3 | bob 7
            ?from=2026-11-15&to=2026-11-16 | 2 | bob 7, ada 5
            ?from=2026-11-16&to=2026-12-01 | 2 | bob 4, cyd 1
            ?from=2026-11-15&to=2026-11-15 | 2 | ada 5, bob 3
            ?from=2026-11-01&to=2026-12-31 | 3 | bob 7, ada 5, cyd 1
            ?from=2026-11-15&to=2026-12-01&limit=2 | 3 | bob 7, ada 5
            ?from=2026-11-15T22:00:00Z&to=2026-11-15T23:00:00Z | 2 | ada 5, bob 3
            """)
    @DisplayName("tops")
    void top(@Nullable String query, int total, @Nullable String top) {
        StringBuilder entries = new StringBuilder();
        int rank = 1;
        for (String entry : top == null ? new String[0] : top.split(", ", -1)) {
            String[] words = entry.split(" ", -1);
            entries.append(rank == 1 ? "" : ",")
                    .append("{'rank':%d,'member':'%s','score':%s}".formatted(rank++, words[0], words[1]));
        }
        assertThat(answer(path + "/top" + (query == null ? "" : query)))
                .startsWith("{'table':'" + board + "@")
                .endsWith(",'total':%d,'entries':[%s]}".formatted(total, entries));
    }

    @Test
    @DisplayName("answers the top as a range of the period's table")
    void asRange() {
        assertThat(answer(path + "/top?period=2026-W46")).isEqualTo(answer("/v1/rankings/" + board + "@2026-W46"));
        assertThat(answer(path + "/top")).isEqualTo(answer("/v1/rankings/" + board + "@total"));
    }

    @Test
    @DisplayName("takes times as epoch seconds, and hits that take back")
    void epochSeconds() {
        post(path + "/hits", "{'hits':[{'member':'ada','by':-1,'at':1794700800}]}")
                .statusCode(204);
        assertThat(answer(path + "/top?period=2026-11-15&limit=1")).contains("'member':'ada','score':4}");
    }

    @Test
    @DisplayName("tells a member's days, with score 0 and rank null where it was not there")
    void memberDays() {
        assertThat(answer(path + "/members/bob?from=2026-11-14&to=2026-11-17"))
                .isEqualTo("{'board':'" + board + "','member':'bob','days':["
                        + "{'day':'2026-11-14','score':0,'rank':null},{'day':'2026-11-15','score':3,'rank':2},"
                        + "{'day':'2026-11-16','score':4,'rank':1},{'day':'2026-11-17','score':0,'rank':null}]}");
    }

    @Test
    @DisplayName("tells the days of a member that was never there")
    void unknownMember() {
        assertThat(answer(path + "/members/nobody?from=2026-11-15&to=2026-11-15"))
                .endsWith("'days':[{'day':'2026-11-15','score':0,'rank':null}]}");
    }

    @Test
    @DisplayName("keeps a table for each period, which rankings show")
    void tables() {
        assertThat(answer("/v1/rankings?prefix=" + board + "@"))
                .isEqualTo(
                        "{'tables':['%1$s@2026-11','%1$s@2026-11-15','%1$s@2026-11-16','%1$s@2026-12','%1$s@2026-12-01','%1$s@2026-W46','%1$s@2026-W47','%1$s@2026-W49','%1$s@total'],'next':null}"
                                .formatted(board));
    }
}
