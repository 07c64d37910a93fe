@NullMarked
package dev.tidemark.ranked.snapshot;

import org.jspecify.annotations.NullMarked;
