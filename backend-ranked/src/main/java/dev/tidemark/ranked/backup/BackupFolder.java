package dev.tidemark.ranked.backup;

import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.Disk;
import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.BackupNotPossibleException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder that backups are in:
 *
 * <pre>
 *   data-backups/lock                                        held while a backup is taken
 *   data-backups/2026-11-18T06-15-02Z-0000000000000004711    a backup: its time, and the last command that is in it
 *   data-backups/2026-11-18T06-20-00Z.tmp                    one that is being taken, or that a crash left incomplete
 * </pre>
 */
public final class BackupFolder {

    private static final Logger LOG = System.getLogger(BackupFolder.class.getName());

    private static final String PROPERTY = "tidemark.ranked.backup-dir";
    private static final Duration RETRY = Duration.ofSeconds(5);

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String TEMPORARY = ".tmp";
    private static final Pattern INCOMPLETE = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\.tmp");

    private final Path root;
    private final Disk disk;

    private BackupFolder(Path root, Disk disk) {
        this.root = root;
        this.disk = disk;
    }

    /**
     * Checks where backups are to go, and deletes what a crash left incomplete there. Nothing is made before the first
     * backup.
     *
     * @throws BackendException if it is inside the data folder
     */
    public static BackupFolder of(Path dir, DataFolder data) throws IOException {
        Path root = real(dir);
        if (root.startsWith(data.root())) {
            throw new BackendException(
                    "the folder for backups, " + root + ", is inside the data folder " + data.root() + ": set "
                            + PROPERTY + " to a folder outside of it",
                    null);
        }
        BackupFolder folder = new BackupFolder(root, data.disk());
        try {
            folder.deleteIncompleteIfAny();
        } catch (IOException | BackupNotPossibleException e) {
            LOG.log(Level.WARNING, "incomplete backups in {0} could not be deleted: {1}", root, e.getMessage());
        }
        return folder;
    }

    /** The path without symbolic links, as far as it exists. */
    private static Path real(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        Path there = absolute;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there.toRealPath().resolve(there.relativize(absolute));
    }

    Path root() {
        return root;
    }

    Disk disk() {
        return disk;
    }

    /** Makes the folder if there is none. */
    void make() {
        try {
            if (!Files.isDirectory(root)) {
                Files.createDirectories(root);
                Path parent = root.getParent();
                if (parent != null) {
                    disk.sync(parent);
                }
            }
        } catch (IOException e) {
            throw notWritable(e);
        }
    }

    /**
     * Keeps others from writing backups here, and from deleting the one that is being taken as incomplete, until it is
     * closed.
     */
    FileChannel lock() {
        FileChannel channel;
        try {
            channel = FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw notWritable(e);
        }
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Another engine of this process has it.
        } catch (IOException e) {
            close(channel);
            throw notWritable(e);
        }
        close(channel);
        throw new BackupNotPossibleException("another process takes a backup in " + root + ": retry later", RETRY);
    }

    static void close(FileChannel lock) {
        try {
            lock.close();
        } catch (IOException e) {
            // Nothing was written to it, and it goes with the process at the latest.
        }
    }

    private BackupNotPossibleException notWritable(IOException e) {
        return new BackupNotPossibleException("backups cannot be written to " + root + " (" + DataFolder.reason(e)
                + "): set " + PROPERTY + " to a folder that can be written to");
    }

    /** Begins a backup; the folder is empty. */
    Path begin(Instant at) {
        try {
            deleteIncomplete();
            return Files.createDirectory(root.resolve(TIME.format(at) + TEMPORARY));
        } catch (IOException e) {
            throw notWritable(e);
        }
    }

    /** Gives a backup its name once all its files are durable. Only then can it be mistaken for a good one. */
    Path complete(Path temporary, Instant at, long sequence) throws IOException {
        disk.sync(temporary);
        Path folder = unused("%s-%019d".formatted(TIME.format(at), sequence));
        Files.move(temporary, folder, StandardCopyOption.ATOMIC_MOVE);
        disk.sync(root);
        return folder;
    }

    /** Two backups within a second, with no write in between, would have the same name. */
    private Path unused(String name) {
        Path folder = root.resolve(name);
        for (int i = 2; Files.exists(folder); i++) {
            folder = root.resolve(name + "-" + i);
        }
        return folder;
    }

    private void deleteIncompleteIfAny() throws IOException {
        if (!incomplete().isEmpty()) {
            FileChannel lock = lock();
            try {
                deleteIncomplete();
            } finally {
                close(lock);
            }
        }
    }

    private void deleteIncomplete() throws IOException {
        for (Path folder : incomplete()) {
            delete(folder);
            LOG.log(Level.INFO, "deleted the incomplete backup {0}", folder);
        }
    }

    private List<Path> incomplete() throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(root)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(root)) {
                for (Path folder : folders) {
                    if (INCOMPLETE.matcher(String.valueOf(folder.getFileName())).matches()) {
                        found.add(folder);
                    }
                }
            }
        }
        return found;
    }

    /** Deletes a folder with all that is in it. */
    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
