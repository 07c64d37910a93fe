/** Every error as problem JSON (RFC 9457). */
@NullMarked
package dev.tidemark.service.problem;

import org.jspecify.annotations.NullMarked;
