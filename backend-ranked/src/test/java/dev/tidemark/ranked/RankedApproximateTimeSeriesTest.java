package dev.tidemark.ranked;

import dev.tidemark.tck.TckBackend;
import dev.tidemark.tck.TimeSeriesStoreTck;
import dev.tidemark.timeseries.Precision;

class RankedApproximateTimeSeriesTest extends TimeSeriesStoreTck {

    @Override
    protected TckBackend backend() {
        return new RankedTck();
    }

    @Override
    protected Precision precision() {
        return Precision.APPROXIMATE;
    }
}
