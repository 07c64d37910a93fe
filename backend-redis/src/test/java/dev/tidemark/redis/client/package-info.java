@NullMarked
package dev.tidemark.redis.client;

import org.jspecify.annotations.NullMarked;
