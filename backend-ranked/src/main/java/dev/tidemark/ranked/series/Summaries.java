package dev.tidemark.ranked.series;

import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Summary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Sums samples up by bucket, as {@link Summary#with} does, but with one object a bucket, not one a sample. */
final class Summaries implements Chunk.Visitor {

    private final List<Summary> finished = new ArrayList<>();
    private final long width;

    private long start;
    private long count;
    private double min;
    private double max;
    private double sum;
    private double first;
    private double last;

    Summaries(Granularity granularity) {
        this.width = granularity.duration().toMillis();
    }

    @Override
    public boolean take(long time, double value) {
        if (count == 0 || time - start >= width) {
            finish();
            begin(Math.floorDiv(time, width) * width, value);
        } else {
            count++;
            // Plain comparisons, not Math.min and Math.max, which take care of −0.0: there is none.
            min = value < min ? value : min;
            max = value > max ? value : max;
            sum += value;
            if (Double.isInfinite(sum)) {
                sum = Math.copySign(Double.MAX_VALUE, sum);
            }
            last = value;
        }
        return true;
    }

    private void begin(long bucket, double value) {
        start = bucket;
        count = 1;
        min = value;
        max = value;
        sum = value;
        first = value;
        last = value;
    }

    private void finish() {
        if (count > 0) {
            finished.add(new Summary(Instant.ofEpochMilli(start), count, min, max, sum, first, last));
        }
    }

    List<Summary> toList() {
        finish();
        count = 0;
        return finished;
    }
}
