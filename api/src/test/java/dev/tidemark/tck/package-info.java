/**
 * The contract as tests. A backend runs all of them by extending {@link dev.tidemark.tck.TimeSeriesStoreTck} and {@link
 * dev.tidemark.tck.RankingStoreTck} and telling, through {@link dev.tidemark.tck.TckBackend}, how to open a fresh store.
 */
@NullMarked
package dev.tidemark.tck;

import org.jspecify.annotations.NullMarked;
