package dev.tidemark.ranked.series;

import java.io.IOException;

/** The samples of one series, in order of time. */
final class Samples {

    final Groups<SampleBlock> blocks;

    /** The block that was written to last, the only one that may have a chunk open. */
    private long written;

    Samples(long retention) {
        blocks = new Groups<>(retention, SampleBlock::new);
    }

    void put(long time, double value, long now) {
        long number = Math.floorDiv(time, SampleBlock.SPAN);
        if (number != written) {
            SampleBlock left = blocks.own(written);
            if (left != null) {
                left.seal();
            }
            written = number;
        }
        blocks.touch(number, now).put(time, value);
    }

    /** Shows the samples from one time to another, both included, as long as the visitor goes on. */
    void forEach(long from, long to, long now, Chunk.Visitor visitor) {
        blocks.forEach(
                Math.floorDiv(from, SampleBlock.SPAN),
                Math.floorDiv(to, SampleBlock.SPAN),
                now,
                block -> block.forEach(from, to, visitor));
    }

    /** Not less than the number of samples that {@link #forEach} would show. */
    long atMost(long from, long to, long now) {
        long[] size = {0};
        blocks.forEach(Math.floorDiv(from, SampleBlock.SPAN), Math.floorDiv(to, SampleBlock.SPAN), now, block -> {
            size[0] += block.atMost(from, to);
            return true;
        });
        return size[0];
    }

    void read(int count, CutReader in) throws IOException {
        blocks.read(count, in, SampleBlock::read);
    }
}
