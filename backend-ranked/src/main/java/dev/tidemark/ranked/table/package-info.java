/** A ranked table: members by name, by rank, and what is to be undone when. */
@NullMarked
package dev.tidemark.ranked.table;

import org.jspecify.annotations.NullMarked;
