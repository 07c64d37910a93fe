/** Numbers and names as bytes, for everything that goes to disk. */
@NullMarked
package dev.tidemark.ranked.bytes;

import org.jspecify.annotations.NullMarked;
