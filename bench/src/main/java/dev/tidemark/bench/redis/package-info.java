/** The figures of the Redis backend, each next to what Redis itself does with the same work in the same run. */
@NullMarked
package dev.tidemark.bench.redis;

import org.jspecify.annotations.NullMarked;
