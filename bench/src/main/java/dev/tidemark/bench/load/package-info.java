/** The service under load through REST, next to Redis on the same machine in the same run. */
@NullMarked
package dev.tidemark.bench.load;

import org.jspecify.annotations.NullMarked;
