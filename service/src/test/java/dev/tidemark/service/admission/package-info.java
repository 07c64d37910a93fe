/** The rules of the front door. */
@NullMarked
package dev.tidemark.service.admission;

import org.jspecify.annotations.NullMarked;
