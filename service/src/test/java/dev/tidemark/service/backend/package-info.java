/** Tests of what the service does with backends. */
@NullMarked
package dev.tidemark.service.backend;

import org.jspecify.annotations.NullMarked;
