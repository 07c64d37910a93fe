package dev.tidemark.mongo.series;

import com.mongodb.client.model.Filters;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.MaxKey;

/**
 * The ids of documents: small documents that begin with the series' name. MongoDB compares them field by field, so the one index
 * on {@code _id} finds the document of a bucket, those of a range of time, and all of a series.
 *
 * <pre>
 *   {s: "purchases:item1", g: "1sec", t: 1794811500000}
 * </pre>
 */
final class Ids {

    static final String SERIES = "s";
    static final String GRANULARITY = "g";
    static final String TIME = "t";
    static final String MEMBER = "m";

    private Ids() {}

    static Document series(String series) {
        return new Document(SERIES, series);
    }

    static Document of(String series, String granularity, long time) {
        return series(series).append(GRANULARITY, granularity).append(TIME, time);
    }

    /** Of what has no granularity. */
    static Document at(String series, long time) {
        return series(series).append(TIME, time);
    }

    /** Everything of a series that has no granularity. */
    static Bson timesOf(String series) {
        return Filters.and(
                Filters.gte("_id", series(series)),
                Filters.lt("_id", series(series).append(TIME, new MaxKey())));
    }

    /** Everything of a series that has one. */
    static Bson allOf(String series) {
        return Filters.and(
                Filters.gte("_id", series(series)),
                Filters.lt("_id", series(series).append(GRANULARITY, new MaxKey())));
    }

    /** What of a series and granularity is of {@code from} to {@code to}, both included. */
    static Bson between(String series, String granularity, long from, long to) {
        return Filters.and(
                Filters.gte("_id", of(series, granularity, from)), Filters.lt("_id", of(series, granularity, to + 1)));
    }
}
