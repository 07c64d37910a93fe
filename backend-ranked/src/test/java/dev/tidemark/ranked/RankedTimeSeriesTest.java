package dev.tidemark.ranked;

import dev.tidemark.tck.TckBackend;
import dev.tidemark.tck.TimeSeriesStoreTck;

class RankedTimeSeriesTest extends TimeSeriesStoreTck {

    @Override
    protected TckBackend backend() {
        return EngineTck.inMemory();
    }
}
