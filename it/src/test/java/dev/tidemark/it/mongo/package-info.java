/** Real MongoDB servers, and the contract tests on them. */
@NullMarked
package dev.tidemark.it.mongo;

import org.jspecify.annotations.NullMarked;
