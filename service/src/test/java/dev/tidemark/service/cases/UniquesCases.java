package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.events;
import static dev.tidemark.service.cases.Rest.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class UniquesCases {

    /** Visits max@0, max@0, hugo@1, renata@1, hugo@3, kc@61. */
    private static String golden() {
        String series = fresh("visitors");
        events(Stream.of("0,max", "0,max", "1,hugo", "1,renata", "3,hugo", "61,kc")
                .map(visit -> visit.split(",", 2))
                .map(visit -> "{'series':'%s','at':%s,'member':'%s'}".formatted(series, visit[0], visit[1]))
                .collect(Collectors.joining(",")));
        return series;
    }

    @Test
    @DisplayName("counts each member once a second")
    void goldenSeconds() {
        String series = golden();
        assertThat(answer("/v1/series/" + series + "/uniques?granularity=1sec&from=0&to=4"))
                .isEqualTo("{'series':'" + series + "','granularity':'1sec','points':["
                        + "{'timestamp':0,'value':1},{'timestamp':1,'value':2},{'timestamp':2,'value':0},"
                        + "{'timestamp':3,'value':1},{'timestamp':4,'value':0}],'distinct':3,'precision':'exact'}");
    }

    @Test
    @DisplayName("counts each member once a minute, and once over the whole range")
    void goldenMinutes() {
        String series = golden();
        assertThat(answer("/v1/series/" + series + "/uniques?granularity=1min&from=0&to=120"))
                .isEqualTo("{'series':'" + series + "','granularity':'1min','points':["
                        + "{'timestamp':0,'value':3},{'timestamp':60,'value':1},{'timestamp':120,'value':0}],"
                        + "'distinct':4,'precision':'exact'}");
    }

    @Test
    @DisplayName("tells a visitor of three days as one")
    void threeDays() {
        String series = fresh("days");
        events(
                "{'series':'%1$s','at':0,'member':'a'},{'series':'%1$s','at':86400,'member':'a'},{'series':'%1$s','at':172800,'member':'a'}"
                        .formatted(series));
        assertThat(answer("/v1/series/" + series + "/uniques?granularity=1day&from=0&to=172800"))
                .endsWith("[{'timestamp':0,'value':1},{'timestamp':86400,'value':1},{'timestamp':172800,'value':1}],"
                        + "'distinct':1,'precision':'exact'}");
    }

    @Test
    @DisplayName("answers zeros for a series that nobody wrote to")
    void unknownSeries() {
        assertThat(answer("/v1/series/" + fresh("nobody") + "/uniques?granularity=1sec&from=0&to=0"))
                .endsWith("'points':[{'timestamp':0,'value':0}],'distinct':0,'precision':'exact'}");
    }
}
