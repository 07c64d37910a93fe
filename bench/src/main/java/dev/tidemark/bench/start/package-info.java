/** What the service takes to start, and to run, as a native executable and on the JVM. */
@NullMarked
package dev.tidemark.bench.start;

import org.jspecify.annotations.NullMarked;
