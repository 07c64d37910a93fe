/** Pictures of everything, so that the log can be short. */
@NullMarked
package dev.tidemark.ranked.snapshot;

import org.jspecify.annotations.NullMarked;
