/** The REST calls on the embedded backend, from outside. */
@NullMarked
package dev.tidemark.service;

import org.jspecify.annotations.NullMarked;
