@NullMarked
package dev.tidemark.service.commands;

import org.jspecify.annotations.NullMarked;
