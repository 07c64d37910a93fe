@NullMarked
package dev.tidemark.ranked.table;

import org.jspecify.annotations.NullMarked;
