package dev.tidemark.spi;

/**
 * A consistent copy of everything that is stored.
 *
 * @param folder where it is
 * @param bytes how large it is
 * @param sequence the last change that is in it
 */
public record Backup(String folder, long bytes, long sequence) {}
