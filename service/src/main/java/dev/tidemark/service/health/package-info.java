/** Whether this process can still do its work. */
@NullMarked
package dev.tidemark.service.health;

import org.jspecify.annotations.NullMarked;
