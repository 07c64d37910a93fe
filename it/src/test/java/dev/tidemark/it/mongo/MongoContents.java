package dev.tidemark.it.mongo;

import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;

/** All that is in a database, in a form that can be compared. */
final class MongoContents {

    private MongoContents() {}

    /** The documents of all collections that have some, without when they end. */
    static Map<String, List<Document>> of(MongoDatabase database) {
        Map<String, List<Document>> contents = new TreeMap<>();
        for (String collection : database.listCollectionNames()) {
            List<Document> documents = in(database, collection);
            if (!collection.startsWith("system.") && !documents.isEmpty()) {
                contents.put(collection, documents);
            }
        }
        return contents;
    }

    /** The documents of a collection in the order of their ids, without when they end. */
    static List<Document> in(MongoDatabase database, String collection) {
        List<Document> documents = database.getCollection(collection)
                .find()
                .sort(new Document("_id", 1))
                .into(new ArrayList<>());
        documents.forEach(document -> document.remove("until"));
        return documents;
    }
}
