/** Request bodies into values, and values into responses. */
@NullMarked
package dev.tidemark.service.json;

import org.jspecify.annotations.NullMarked;
