@NullMarked
package dev.tidemark.redis;

import org.jspecify.annotations.NullMarked;
