package dev.tidemark.service.cases;

/**
 * What is not the same on all backends.
 *
 * @param name by which {@code tidemark.backend} knows it
 * @param hasServer whether there is a server whose version can be told
 */
public record BackendTraits(String name, boolean hasServer) {}
