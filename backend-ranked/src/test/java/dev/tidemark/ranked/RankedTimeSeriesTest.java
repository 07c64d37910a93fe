package dev.tidemark.ranked;

import dev.tidemark.spi.Backends;
import dev.tidemark.tck.InProcessTck;
import dev.tidemark.tck.TckBackend;
import dev.tidemark.tck.TimeSeriesStoreTck;

class RankedTimeSeriesTest extends TimeSeriesStoreTck {

    @Override
    protected TckBackend backend() {
        return new InProcessTck(Backends.find(getClass().getClassLoader()), "ranked");
    }
}
