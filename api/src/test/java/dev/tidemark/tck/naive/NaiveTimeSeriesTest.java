package dev.tidemark.tck.naive;

import dev.tidemark.tck.TckBackend;
import dev.tidemark.tck.TimeSeriesStoreTck;

class NaiveTimeSeriesTest extends TimeSeriesStoreTck {

    @Override
    protected TckBackend backend() {
        return NaiveBackend.tck();
    }
}
