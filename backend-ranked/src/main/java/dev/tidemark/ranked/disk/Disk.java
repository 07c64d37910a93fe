package dev.tidemark.ranked.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** How files are opened for writing, and folders made safe: what can fail when a disk is full or broken. */
public interface Disk {

    FileChannel open(Path file, OpenOption... options) throws IOException;

    /** Makes names of files that were made, renamed or deleted safe. */
    void sync(Path folder) throws IOException;

    /** How many bytes can still be written to the disk that {@code folder} is on. */
    default long usableSpace(Path folder) {
        return folder.toFile().getUsableSpace();
    }

    Disk REAL = new Disk() {
        @Override
        public FileChannel open(Path file, OpenOption... options) throws IOException {
            return FileChannel.open(file, options);
        }

        @Override
        public void sync(Path folder) throws IOException {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    };
}
