package dev.tidemark.ranked.series;

import static dev.tidemark.timeseries.Precision.APPROXIMATE;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.ranked.bytes.RecordSink;
import dev.tidemark.ranked.bytes.RecordSource;
import dev.tidemark.timeseries.Granularity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a series is written down: how many groups there are of what, and then those groups.
 *
 * <pre>
 * head     number of granularities
 *          each: name, duration in milliseconds, number of count groups, number of visit groups
 *          number of sample blocks
 * groups   counts, then visits, of the first granularity, of the second, and so on; samples
 *          each: number, last write, and its content as its class writes it
 * </pre>
 *
 * <p>How many buckets make a group ({@link CountGroup#SIZE}, {@link VisitGroup#SIZE}, {@link SampleBlock#SPAN}) is not
 * written: these are constants of the format. Nor is a version, which is for the file as a whole to have.
 */
final class SeriesFormat {

    private SeriesFormat() {}

    /** What was written of one granularity, whose retention is not known. */
    private record Part(Granularity granularity, int counts, int visits) {

        static Part read(ByteReader in) {
            Granularity granularity = new Granularity(in.readString(), Duration.ofMillis(in.readUnsigned()), null);
            return new Part(granularity, in.readCount(), in.readCount());
        }

        boolean isOf(Granularity other) {
            return granularity.name().equals(other.name())
                    && granularity.duration().equals(other.duration());
        }
    }

    static void write(Series.Cut cut, RecordSink sink) throws IOException {
        CutWriter out = new CutWriter(sink);
        ByteWriter head = out.piece();
        head.writeUnsigned(cut.granularities.size());
        for (int i = 0; i < cut.granularities.size(); i++) {
            head.writeString(cut.granularities.get(i).name());
            head.writeUnsigned(cut.granularities.get(i).duration().toMillis());
            head.writeUnsigned(of(i, cut.counts).size());
            head.writeUnsigned(of(i, cut.visits).size());
        }
        head.writeUnsigned(cut.samples.size());
        for (int i = 0; i < cut.granularities.size(); i++) {
            Groups.write(of(i, cut.counts), out);
            Groups.write(of(i, cut.visits), out);
        }
        Groups.write(cut.samples, out);
        out.finish();
    }

    private static <G> List<G> of(int granularity, List<List<G>> groups) {
        return groups.isEmpty() ? List.of() : groups.get(granularity);
    }

    static void read(Series series, RecordSource source) throws IOException {
        CutReader in = new CutReader(source);
        ByteReader head = in.piece();
        List<Part> parts = new ArrayList<>();
        for (int i = head.readCount(); i > 0; i--) {
            parts.add(Part.read(head));
        }
        int blocks = head.readCount();
        ExactMembers known = new ExactMembers();
        for (Part part : parts) {
            read(part, series, in, known);
        }
        if (blocks > 0) {
            series.samplesToWrite().read(blocks, in);
        }
    }

    /** Reads a part into its place, or past it if there is none any more. */
    private static void read(Part part, Series series, CutReader in, ExactMembers known) throws IOException {
        int place = 0;
        while (place < series.granularities().size()
                && !part.isOf(series.granularities().get(place))) {
            place++;
        }
        boolean isGone = place == series.granularities().size();
        if (part.counts() > 0) {
            CountBuckets counts = isGone ? new CountBuckets(part.granularity()) : series.countsToWrite()[place];
            long reach = counts.read(part.counts(), in);
            series.reachTo(isGone ? 0 : reach);
        }
        if (part.visits() > 0) {
            VisitBuckets visits =
                    isGone ? new VisitBuckets(part.granularity(), APPROXIMATE) : series.visitsToWrite()[place];
            visits.read(part.visits(), in, known);
        }
    }
}
