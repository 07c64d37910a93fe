@NullMarked
package dev.tidemark.service.process;

import org.jspecify.annotations.NullMarked;
