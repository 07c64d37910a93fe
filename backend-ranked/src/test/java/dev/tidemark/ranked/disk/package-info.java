@NullMarked
package dev.tidemark.ranked.disk;

import org.jspecify.annotations.NullMarked;
