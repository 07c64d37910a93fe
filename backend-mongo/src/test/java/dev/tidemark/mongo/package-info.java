@NullMarked
package dev.tidemark.mongo;

import org.jspecify.annotations.NullMarked;
