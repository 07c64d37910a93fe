/** Measurements: what is fast, and against what. */
@NullMarked
package dev.tidemark.bench;

import org.jspecify.annotations.NullMarked;
