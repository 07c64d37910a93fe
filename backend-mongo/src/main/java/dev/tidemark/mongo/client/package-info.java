/** How this backend talks to MongoDB: answers, transactions, and what can go wrong with them. */
@NullMarked
package dev.tidemark.mongo.client;

import org.jspecify.annotations.NullMarked;
