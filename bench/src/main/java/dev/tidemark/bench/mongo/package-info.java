/** The figures of the MongoDB backend: what each layout of samples takes, and how fast it is. */
@NullMarked
package dev.tidemark.bench.mongo;

import org.jspecify.annotations.NullMarked;
