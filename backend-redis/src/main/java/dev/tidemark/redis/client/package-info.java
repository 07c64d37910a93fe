/** How this backend talks to Redis: commands, scripts, and what can go wrong with them. */
@NullMarked
package dev.tidemark.redis.client;

import org.jspecify.annotations.NullMarked;
