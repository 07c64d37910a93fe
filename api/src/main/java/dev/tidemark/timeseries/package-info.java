/** Counts, visits and samples over time: the model, its store, and limits on top of it. */
@NullMarked
package dev.tidemark.timeseries;

import org.jspecify.annotations.NullMarked;
