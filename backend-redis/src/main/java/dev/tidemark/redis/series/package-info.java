/** Counts, visits and samples in Redis. */
@NullMarked
package dev.tidemark.redis.series;

import org.jspecify.annotations.NullMarked;
