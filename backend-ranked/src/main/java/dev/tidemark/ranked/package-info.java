/** The embedded engine: everything in the memory of this process. */
@NullMarked
package dev.tidemark.ranked;

import org.jspecify.annotations.NullMarked;
