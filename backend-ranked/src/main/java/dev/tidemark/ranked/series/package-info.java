/** A series: its counts, visits and samples, in groups that are dropped together. */
@NullMarked
package dev.tidemark.ranked.series;

import org.jspecify.annotations.NullMarked;
