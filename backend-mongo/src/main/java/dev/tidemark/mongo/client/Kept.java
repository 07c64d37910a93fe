package dev.tidemark.mongo.client;

import com.mongodb.client.model.IndexModel;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * A collection that is to be there.
 *
 * @param shardKey how it is spread over the shards of a cluster
 * @param timeSeries the options of a time-series collection; null for any other
 * @param indexes those that it needs besides the one on {@code _id}
 */
public record Kept(String name, Document shardKey, @Nullable Document timeSeries, List<IndexModel> indexes) {

    public Kept(String name, Document shardKey, List<IndexModel> indexes) {
        this(name, shardKey, null, indexes);
    }
}
