@NullMarked
package dev.tidemark.ranked.series;

import org.jspecify.annotations.NullMarked;
