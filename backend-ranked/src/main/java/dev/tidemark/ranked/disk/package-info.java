/** Files in the data folder: their names, their checksums, and what is done to them. */
@NullMarked
package dev.tidemark.ranked.disk;

import org.jspecify.annotations.NullMarked;
