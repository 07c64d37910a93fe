@NullMarked
package dev.tidemark.mongo.series;

import org.jspecify.annotations.NullMarked;
