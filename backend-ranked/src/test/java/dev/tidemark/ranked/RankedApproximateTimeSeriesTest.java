package dev.tidemark.ranked;

import dev.tidemark.timeseries.Precision;

class RankedApproximateTimeSeriesTest extends RankedTimeSeriesTest {

    @Override
    protected Precision precision() {
        return Precision.APPROXIMATE;
    }
}
