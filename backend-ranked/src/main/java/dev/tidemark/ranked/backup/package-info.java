/** Backups: consistent copies of the data folder, taken while it is in use. */
@NullMarked
package dev.tidemark.ranked.backup;

import org.jspecify.annotations.NullMarked;
