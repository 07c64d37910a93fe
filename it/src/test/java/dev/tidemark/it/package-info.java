/** The packaged service, started as a process the way users start it. */
@NullMarked
package dev.tidemark.it;

import org.jspecify.annotations.NullMarked;
