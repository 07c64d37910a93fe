@NullMarked
package dev.tidemark.redis.ranking;

import org.jspecify.annotations.NullMarked;
