package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.delete;
import static dev.tidemark.service.cases.Rest.events;
import static dev.tidemark.service.cases.Rest.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class SeriesListCases {

    private final String prefix = fresh("list") + ":";

    private void store(String series, String what) {
        events("{'series':'" + prefix + series + "','at':1," + what + "}");
    }

    @Test
    @DisplayName("lists series by prefix, in order, with what they have")
    void list() {
        store("b", "'member':'max'");
        store("a", "'count':1");
        store("a", "'value':1");
        store("a", "'member':'max'");
        store("c", "'value':1");
        assertThat(answer("/v1/series?prefix=" + prefix))
                .isEqualTo(
                        "{'series':[{'name':'%1$sa','kinds':['counts','visits','samples']},{'name':'%1$sb','kinds':['visits']},{'name':'%1$sc','kinds':['samples']}],'next':null}"
                                .formatted(prefix));
    }

    @Test
    @DisplayName("goes on after the last of the page")
    void paging() {
        store("a", "'count':1");
        store("b", "'count':1");
        store("c", "'count':1");
        String first = answer("/v1/series?limit=2&prefix=" + prefix);
        assertThat(first).endsWith("'next':'" + prefix + "b'}");
        assertThat(answer("/v1/series?limit=2&prefix=" + prefix + "&after=" + prefix + "b"))
                .isEqualTo("{'series':[{'name':'" + prefix + "c','kinds':['counts']}],'next':null}");
    }

    @Test
    @DisplayName("lists nothing where nothing begins so")
    void nothing() {
        assertThat(answer("/v1/series?prefix=" + prefix)).isEqualTo("{'series':[],'next':null}");
    }

    @Test
    @DisplayName("deletes a series with all it has, once")
    void deleted() {
        store("a", "'count':1");
        store("a", "'value':1");
        store("ab", "'count':1");
        delete("/v1/series/" + prefix + "a").statusCode(204);
        delete("/v1/series/" + prefix + "a").statusCode(404);
        assertThat(answer("/v1/series/" + prefix + "a/counts?granularity=1sec&from=1&to=1"))
                .endsWith("'points':[{'timestamp':1,'value':0}]}");
        assertThat(answer("/v1/series/" + prefix + "a/samples?from=1&to=1")).endsWith("'samples':[]}");
        assertThat(answer("/v1/series?prefix=" + prefix))
                .isEqualTo("{'series':[{'name':'" + prefix + "ab','kinds':['counts']}],'next':null}");
    }
}
