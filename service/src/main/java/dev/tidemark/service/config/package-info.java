/** Settings, read and checked when the service starts. */
@NullMarked
package dev.tidemark.service.config;

import org.jspecify.annotations.NullMarked;
