@NullMarked
package dev.tidemark.mongo.client;

import org.jspecify.annotations.NullMarked;
