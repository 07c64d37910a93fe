package dev.tidemark.mongo.series;

import com.mongodb.reactivestreams.client.MongoCollection;
import dev.tidemark.mongo.client.Kept;
import dev.tidemark.spi.Batch;
import dev.tidemark.timeseries.Granularity;
import dev.tidemark.timeseries.Uniques;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.bson.Document;

/** How visits are kept. */
interface VisitLayout {

    Kept kept();

    MongoCollection<Document> collection();

    /** Writes the visits of some series, and answers which of them have a new document. */
    CompletionStage<Set<String>> write(List<Batch.OfSeries> series, long now);

    /** The different members of {@code buckets} buckets from {@code first} on, each and all together. */
    CompletionStage<Uniques> read(String series, Granularity granularity, long first, int buckets, long now);
}
