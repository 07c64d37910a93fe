/** Who is ahead: ranked tables, increments that expire, and boards by day, week and month on top of them. */
@NullMarked
package dev.tidemark.ranking;

import org.jspecify.annotations.NullMarked;
