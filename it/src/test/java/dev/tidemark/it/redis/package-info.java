/** Real Redis servers, and the contract tests on them. */
@NullMarked
package dev.tidemark.it.redis;

import org.jspecify.annotations.NullMarked;
