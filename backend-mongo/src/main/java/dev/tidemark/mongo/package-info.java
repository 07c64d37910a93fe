/** The mongo backend; it has no provider yet, so nothing finds it. */
@NullMarked
package dev.tidemark.mongo;

import org.jspecify.annotations.NullMarked;
