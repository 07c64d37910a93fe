/** The backends that the settings name: found, opened, watched and closed. */
@NullMarked
package dev.tidemark.service.backend;

import org.jspecify.annotations.NullMarked;
