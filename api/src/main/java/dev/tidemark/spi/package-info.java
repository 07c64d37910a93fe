/** What a backend implements, and how one is found and opened. */
@NullMarked
package dev.tidemark.spi;

import org.jspecify.annotations.NullMarked;
