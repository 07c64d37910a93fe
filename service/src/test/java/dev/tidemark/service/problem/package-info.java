/** Tests of the problems that errors become. */
@NullMarked
package dev.tidemark.service.problem;

import org.jspecify.annotations.NullMarked;
