@NullMarked
package dev.tidemark.ranked;

import org.jspecify.annotations.NullMarked;
