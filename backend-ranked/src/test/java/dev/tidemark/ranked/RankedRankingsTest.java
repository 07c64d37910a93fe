package dev.tidemark.ranked;

import dev.tidemark.tck.RankingStoreTck;
import dev.tidemark.tck.TckBackend;

class RankedRankingsTest extends RankingStoreTck {

    @Override
    protected TckBackend backend() {
        return EngineTck.inMemory();
    }
}
