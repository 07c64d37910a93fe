/** Timers and counters around the stores. */
@NullMarked
package dev.tidemark.service.metrics;

import org.jspecify.annotations.NullMarked;
