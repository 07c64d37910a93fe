/** How the process starts, and how it ends where it cannot go on. */
@NullMarked
package dev.tidemark.service.process;

import org.jspecify.annotations.NullMarked;
