@NullMarked
package dev.tidemark.mongo.ranking;

import org.jspecify.annotations.NullMarked;
