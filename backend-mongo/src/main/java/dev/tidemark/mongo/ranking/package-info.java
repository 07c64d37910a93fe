/** Ranked tables in MongoDB. */
@NullMarked
package dev.tidemark.mongo.ranking;

import org.jspecify.annotations.NullMarked;
