package dev.tidemark.bench.mongo;

/**
 * What {@code collStats} tells of a collection, in bytes.
 *
 * @param data not compressed
 * @param storage the same compressed, as it is on disk, with room that is free in the file
 */
record Footprint(long documents, long data, long storage, long index) {}
