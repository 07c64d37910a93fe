/** The REST calls, a class for each part of the API. */
@NullMarked
package dev.tidemark.service.rest;

import org.jspecify.annotations.NullMarked;
