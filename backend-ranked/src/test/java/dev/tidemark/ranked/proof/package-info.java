/** What must hold on disk whatever happens: against a model, through restarts and kills, and under many threads. */
@NullMarked
package dev.tidemark.ranked.proof;

import org.jspecify.annotations.NullMarked;
