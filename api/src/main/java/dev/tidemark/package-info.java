/** What the whole of Tidemark shares: names, times, pages and the exceptions. */
@NullMarked
package dev.tidemark;

import org.jspecify.annotations.NullMarked;
