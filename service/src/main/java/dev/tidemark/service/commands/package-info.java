/** The original ranked server's line protocol. */
@NullMarked
package dev.tidemark.service.commands;

import org.jspecify.annotations.NullMarked;
