package dev.tidemark.service.cases;

import static dev.tidemark.service.cases.Rest.answer;
import static dev.tidemark.service.cases.Rest.events;
import static dev.tidemark.service.cases.Rest.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.path.json.JsonPath;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class SamplesCases {

    /** One sample every half second, with 0, 1, 2 and so on. */
    private static String everyHalfSecond(int samples) {
        String series = fresh("temperature");
        events(IntStream.range(0, samples)
                .mapToObj(i -> "{'series':'%s','at':%s,'value':%d}".formatted(series, i / 2.0, i))
                .collect(Collectors.joining(",")));
        return series;
    }

    @Test
    @DisplayName("answers samples in order, times whole where they are whole")
    void all() {
        String series = everyHalfSecond(3);
        assertThat(answer("/v1/series/" + series + "/samples?from=0&to=10"))
                .isEqualTo("{'series':'" + series + "','samples':[{'timestamp':0,'value':0.0},"
                        + "{'timestamp':0.5,'value':1.0},{'timestamp':1,'value':2.0}]}");
    }

    @Test
    @DisplayName("includes both ends of the range")
    void inclusive() {
        String series = everyHalfSecond(5);
        assertThat(answer("/v1/series/" + series + "/samples?from=0.5&to=1"))
                .endsWith("'samples':[{'timestamp':0.5,'value':1.0},{'timestamp':1,'value':2.0}]}");
    }

    @Test
    @DisplayName("keeps the last value written for an instant")
    void lastWins() {
        String series = fresh("again");
        events("{'series':'%1$s','at':1,'value':1},{'series':'%1$s','at':1,'value':2}".formatted(series));
        events("{'series':'%1$s','at':1.0004,'value':3}".formatted(series));
        assertThat(answer("/v1/series/" + series + "/samples?from=0&to=10"))
                .endsWith("'samples':[{'timestamp':1,'value':3.0}]}");
    }

    @Test
    @DisplayName("says where to go on when there are more")
    void next() {
        String series = everyHalfSecond(5);
        assertThat(answer("/v1/series/" + series + "/samples?from=0&to=10&limit=1"))
                .endsWith("'samples':[{'timestamp':0,'value':0.0}],'next':0.5}");
    }

    @Test
    @DisplayName("pages to the end through next, each sample once")
    void paging() {
        String series = everyHalfSecond(7);
        List<Float> values = new ArrayList<>();
        String from = "0";
        for (int pages = 1; ; pages++) {
            assertThat(pages).as("pages").isLessThanOrEqualTo(4);
            JsonPath page = Rest.get("/v1/series/%s/samples?from=%s&to=10&limit=2".formatted(series, from))
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            values.addAll(page.getList("samples.value", Float.class));
            String next = page.getString("next");
            if (next == null) {
                break;
            }
            from = next;
        }
        assertThat(values).containsExactly(0f, 1f, 2f, 3f, 4f, 5f, 6f);
    }

    @Test
    @DisplayName("has no next when the last page is full")
    void fullLastPage() {
        String series = everyHalfSecond(4);
        assertThat(answer("/v1/series/" + series + "/samples?from=0&to=10&limit=4"))
                .doesNotContain("next");
    }

    @Test
    @DisplayName("answers 1,000 unless told, and up to 11,000")
    void limits() {
        String series = everyHalfSecond(1_001);
        String path = "/v1/series/" + series + "/samples?from=0&to=1000";
        JsonPath page = Rest.get(path).statusCode(200).extract().jsonPath();
        assertThat(page.getList("samples")).hasSize(1_000);
        assertThat(page.getInt("next")).isEqualTo(500);
        assertThat(Rest.get(path + "&limit=11000")
                        .statusCode(200)
                        .extract()
                        .jsonPath()
                        .getList("samples"))
                .hasSize(1_001);
    }

    @Test
    @DisplayName("sums up by granularity, and leaves out empty buckets")
    void summaries() {
        String series = fresh("summed");
        events(
                "{'series':'%1$s','at':5,'value':4},{'series':'%1$s','at':1,'value':2.5},{'series':'%1$s','at':9,'value':-0.5},{'series':'%1$s','at':121,'value':7}"
                        .formatted(series));
        assertThat(answer("/v1/series/" + series + "/samples?granularity=1min&from=0&to=180"))
                .isEqualTo("{'series':'" + series + "','granularity':'1min','summaries':["
                        + "{'timestamp':0,'count':3,'min':-0.5,'max':4.0,'sum':6.0,'mean':2.0,'first':2.5,'last':-0.5},"
                        + "{'timestamp':120,'count':1,'min':7.0,'max':7.0,'sum':7.0,'mean':7.0,'first':7.0,'last':7.0}"
                        + "]}");
    }

    @Test
    @DisplayName("has neither samples nor summaries of a series that nobody wrote to")
    void unknownSeries() {
        String path = "/v1/series/" + fresh("nobody") + "/samples?from=0&to=180";
        assertThat(answer(path)).endsWith("'samples':[]}");
        assertThat(answer(path + "&granularity=1min")).endsWith("'summaries':[]}");
    }
}
