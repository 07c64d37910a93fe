package dev.tidemark.ranked;

import dev.tidemark.spi.Backends;
import dev.tidemark.tck.InProcessTck;
import dev.tidemark.tck.RankingStoreTck;
import dev.tidemark.tck.TckBackend;

class RankedRankingsTest extends RankingStoreTck {

    @Override
    protected TckBackend backend() {
        return new InProcessTck(Backends.find(getClass().getClassLoader()), "ranked");
    }
}
