/** The redis backend; it has no provider yet, so nothing finds it. */
@NullMarked
package dev.tidemark.redis;

import org.jspecify.annotations.NullMarked;
