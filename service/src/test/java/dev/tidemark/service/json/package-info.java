/** Tests of what reads request bodies, next to it. */
@NullMarked
package dev.tidemark.service.json;

import org.jspecify.annotations.NullMarked;
