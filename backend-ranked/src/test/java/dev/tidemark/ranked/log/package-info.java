@NullMarked
package dev.tidemark.ranked.log;

import org.jspecify.annotations.NullMarked;
