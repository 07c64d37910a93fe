@NullMarked
package dev.tidemark.redis.series;

import org.jspecify.annotations.NullMarked;
