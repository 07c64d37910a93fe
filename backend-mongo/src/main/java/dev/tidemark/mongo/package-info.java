/** MongoDB: a replica set or a sharded cluster. */
@NullMarked
package dev.tidemark.mongo;

import org.jspecify.annotations.NullMarked;
