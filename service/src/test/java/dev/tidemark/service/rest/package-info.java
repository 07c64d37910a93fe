@NullMarked
package dev.tidemark.service.rest;

import org.jspecify.annotations.NullMarked;
