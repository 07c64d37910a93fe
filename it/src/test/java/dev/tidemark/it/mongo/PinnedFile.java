package dev.tidemark.it.mongo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A file that comes from outside, and is taken only if it is exactly the one that we know. */
record PinnedFile(String name, String sha256) {

    /** Writes the file into a folder. */
    Path write(InputStream content, Path folder) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(file)) {
            content.transferTo(out);
        }
        check(file);
        return file;
    }

    /** Fails unless that is the file, and deletes it then. */
    void check(Path file) throws IOException {
        String actual = sha256(file);
        if (!actual.equals(sha256)) {
            Files.delete(file);
            throw new IOException(
                    name + " is not the file that is known: its SHA-256 is " + actual + ", not " + sha256);
        }
    }

    private static String sha256(Path file) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        try (InputStream content = new DigestInputStream(Files.newInputStream(file), digest)) {
            content.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
