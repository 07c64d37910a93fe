/** The contract in the simplest form that is right: sorted maps and locks, no thought of speed. A model to test against. */
@NullMarked
package dev.tidemark.tck.naive;

import org.jspecify.annotations.NullMarked;
