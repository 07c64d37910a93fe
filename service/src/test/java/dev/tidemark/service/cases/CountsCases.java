package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.events;
import static dev.tidemark.service.cases.Rest.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class CountsCases {

    /** Counts at 0, 1, 1, 3 and 61. */
    private static String golden() {
        String series = fresh("purchases");
        events(Stream.of(0, 1, 1, 3, 61)
                .map(at -> "{'series':'%s','at':%d,'count':1}".formatted(series, at))
                .collect(Collectors.joining(",")));
        return series;
    }

    @Test
    @DisplayName("counts by second")
    void goldenSeconds() {
        String series = golden();
        assertThat(answer("/v1/series/" + series + "/counts?granularity=1sec&from=0&to=4"))
                .isEqualTo("{'series':'" + series + "','granularity':'1sec','points':["
                        + "{'timestamp':0,'value':1},{'timestamp':1,'value':2},{'timestamp':2,'value':0},"
                        + "{'timestamp':3,'value':1},{'timestamp':4,'value':0}]}");
    }

    @Test
    @DisplayName("counts by minute")
    void goldenMinutes() {
        String series = golden();
        assertThat(answer("/v1/series/" + series + "/counts?granularity=1min&from=0&to=120"))
                .isEqualTo("{'series':'" + series + "','granularity':'1min','points':["
                        + "{'timestamp':0,'value':4},{'timestamp':60,'value':1},{'timestamp':120,'value':0}]}");
    }

    @Test
    @DisplayName("counts by hour and by day")
    void hoursAndDays() {
        String series = golden();
        assertThat(answer("/v1/series/" + series + "/counts?granularity=1hour&from=0&to=3600"))
                .endsWith("'points':[{'timestamp':0,'value':5},{'timestamp':3600,'value':0}]}");
        assertThat(answer("/v1/series/" + series + "/counts?granularity=1day&from=-1&to=0"))
                .endsWith("'points':[{'timestamp':-86400,'value':0},{'timestamp':0,'value':5}]}");
    }

    @Test
    @DisplayName("rounds both ends of the range down to their buckets")
    void roundsDown() {
        String series = golden();
        assertThat(answer("/v1/series/" + series + "/counts?granularity=1min&from=59.999&to=119.5"))
                .endsWith("'points':[{'timestamp':0,'value':4},{'timestamp':60,'value':1}]}");
    }

    @Test
    @DisplayName("takes ISO-8601 in the query, with an escaped or a bare plus")
    void isoQuery() {
        String series = golden();
        String points = "'points':[{'timestamp':0,'value':4},{'timestamp':60,'value':1}]}";
        String path = "/v1/series/" + series + "/counts?granularity=1min";
        assertThat(answer(path + "&from=1970-01-01T00:00:00Z&to=1970-01-01T00:01:00Z"))
                .endsWith(points);
        assertThat(answer(path + "&from=1970-01-01T01:00:00%2B01:00&to=1970-01-01T01:01:00+01:00"))
                .endsWith(points);
    }

    @Test
    @DisplayName("counts before 1970")
    void beforeEpoch() {
        String series = fresh("old");
        events("{'series':'%s','at':-0.5,'count':3}".formatted(series));
        assertThat(answer("/v1/series/" + series + "/counts?granularity=1sec&from=-2&to=0"))
                .endsWith("[{'timestamp':-2,'value':0},{'timestamp':-1,'value':3},{'timestamp':0,'value':0}]}");
        assertThat(answer("/v1/series/" + series + "/counts?granularity=1min&from=-1&to=-1"))
                .endsWith("[{'timestamp':-60,'value':3}]}");
    }

    @Test
    @DisplayName("answers zeros for a series that nobody wrote to")
    void unknownSeries() {
        String series = fresh("nobody");
        assertThat(answer("/v1/series/" + series + "/counts?granularity=1sec&from=0&to=0"))
                .isEqualTo("{'series':'" + series + "','granularity':'1sec','points':[{'timestamp':0,'value':0}]}");
    }

    @Test
    @DisplayName("answers 11,000 points, and no event is lost among them")
    void mostPoints() {
        String series = golden();
        assertThat(Rest.get("/v1/series/" + series + "/counts?granularity=1sec&from=0&to=10999")
                        .statusCode(200)
                        .extract()
                        .jsonPath()
                        .getList("points.value", Long.class))
                .hasSize(11_000)
                .containsSequence(1L, 2L, 0L, 1L)
                .satisfies(values -> assertThat(
                                values.stream().mapToLong(Long::longValue).sum())
                        .isEqualTo(5));
    }
}
