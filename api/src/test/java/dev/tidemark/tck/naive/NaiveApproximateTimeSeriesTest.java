package dev.tidemark.tck.naive;

import dev.tidemark.timeseries.Precision;

class NaiveApproximateTimeSeriesTest extends NaiveTimeSeriesTest {

    @Override
    protected Precision precision() {
        return Precision.APPROXIMATE;
    }
}
