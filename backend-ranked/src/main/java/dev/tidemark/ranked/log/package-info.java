/** Changes as values, and the one place that they all pass. */
@NullMarked
package dev.tidemark.ranked.log;

import org.jspecify.annotations.NullMarked;
