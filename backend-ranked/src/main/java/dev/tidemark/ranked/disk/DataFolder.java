package dev.tidemark.ranked.disk;

import dev.tidemark.spi.BackendException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The folder that everything is in, and that no other process uses meanwhile:
 *
 * <pre>
 *   data/lock                                      held as long as a process uses the folder
 *   data/log-0000000000000000001.tide              commands, from that sequence on
 *   data/snapshot-0000000000000004711.tide         a picture of everything, with all commands up to that sequence
 *   data/….tmp                                     a snapshot that is being written
 *   data/….given-up                                what {@code tidemark.ranked.recover=truncate} gave up, or a damaged snapshot
 * </pre>
 */
public final class DataFolder implements AutoCloseable {

    private static final String TEMPORARY = ".tmp";

    private static final Set<Path> IN_USE = ConcurrentHashMap.newKeySet();

    private final Path root;
    private final Disk disk;
    private final FileChannel lock;

    private DataFolder(Path root, Disk disk, FileChannel lock) {
        this.root = root;
        this.disk = disk;
        this.lock = lock;
    }

    /** Makes the folder if there is none, and locks it. */
    public static DataFolder open(Path folder, Disk disk) {
        try {
            boolean there = Files.isDirectory(folder);
            Path root = Files.createDirectories(folder).toRealPath();
            if (!there && root.getParent() != null) {
                disk.sync(root.getParent());
            }
            // The system forgets a process's lock as soon as that process closes the file once more, so this
            // process must not even try.
            if (!IN_USE.add(root)) {
                throw inUse(root, "this process");
            }
            try {
                return new DataFolder(root, disk, lock(root));
            } catch (IOException | BackendException e) {
                IN_USE.remove(root);
                throw e;
            }
        } catch (IOException e) {
            throw new BackendException(
                    "the folder " + folder.toAbsolutePath() + " cannot be used (" + reason(e)
                            + "): set tidemark.ranked.dir to one that can be written to, or"
                            + " tidemark.ranked.persistence=memory to keep nothing",
                    e);
        }
    }

    private static FileChannel lock(Path root) throws IOException {
        Path file = root.resolve("lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                String owner = Files.readString(file, StandardCharsets.US_ASCII).strip();
                throw inUse(root, owner.isEmpty() ? "another process" : "process " + owner);
            }
        } catch (IOException | BackendException e) {
            channel.close();
            throw e;
        }
        signWithProcessId(channel);
        return channel;
    }

    private static BackendException inUse(Path root, String owner) {
        return new BackendException(
                "the folder " + root + " is in use by " + owner
                        + ": stop that one first, or set tidemark.ranked.dir to another folder",
                null);
    }

    private static void signWithProcessId(FileChannel lock) {
        try {
            String id = Long.toString(ProcessHandle.current().pid());
            lock.truncate(0).write(ByteBuffer.wrap(id.getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            // It only helps those who find the folder locked; a full disk must not keep anyone from starting.
        }
    }

    /** What an exception says, or what it is where it only names a file. */
    public static String reason(IOException e) {
        String message = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    public Path root() {
        return root;
    }

    public Disk disk() {
        return disk;
    }

    public Path file(FileKind kind, long sequence) {
        return root.resolve(kind.fileName(sequence));
    }

    /** The files of a kind by their sequence. */
    public NavigableMap<Long, Path> files(FileKind kind) throws IOException {
        NavigableMap<Long, Path> found = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(root)) {
            for (Path file : files) {
                long sequence = kind.sequenceOf(String.valueOf(file.getFileName()));
                if (sequence >= 0) {
                    found.put(sequence, file);
                }
            }
        }
        return found;
    }

    /** Where to write a file that gets its name when it is complete. */
    public Path temporary(Path file) {
        return file.resolveSibling(file.getFileName() + TEMPORARY);
    }

    /** Gives a file its name, in place of any other of that name. It is safe after {@link Disk#sync}. */
    public void rename(Path temporary, Path file) throws IOException {
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    }

    public void deleteTemporaries() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(root, "*" + TEMPORARY)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    /** Takes a file out of the way, and keeps it. */
    public Path giveUp(Path file) throws IOException {
        Path kept = Files.move(file, unusedName(file));
        disk.sync(root);
        return kept;
    }

    /** Keeps what is in a file that is about to be deleted: it gets a second name, or a copy where files have only one. */
    public Path giveUpCopy(Path file) throws IOException {
        Path kept = unusedName(file);
        try {
            Files.createLink(kept, file);
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.copy(file, kept);
        }
        disk.sync(root);
        return kept;
    }

    private static Path unusedName(Path file) {
        Path name = file.resolveSibling(file.getFileName() + ".given-up");
        for (int i = 2; Files.exists(name); i++) {
            name = file.resolveSibling(file.getFileName() + ".given-up-" + i);
        }
        return name;
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            // Nobody needs it any more, and it goes with the process at the latest.
        }
        IN_USE.remove(root);
    }
}
