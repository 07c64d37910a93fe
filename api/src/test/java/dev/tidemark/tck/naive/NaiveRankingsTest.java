package dev.tidemark.tck.naive;

import dev.tidemark.tck.RankingStoreTck;
import dev.tidemark.tck.TckBackend;

class NaiveRankingsTest extends RankingStoreTck {

    @Override
    protected TckBackend backend() {
        return NaiveBackend.tck();
    }
}
