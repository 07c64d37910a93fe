package dev.tidemark.ranked.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/** A disk that breaks after some files were opened and some folders synced, and stays broken. */
public final class FailingDisk implements Disk {

    private int steps;

    public FailingDisk(int steps) {
        this.steps = steps;
    }

    private void step() throws IOException {
        if (steps == 0) {
            throw new IOException("Input/output error");
        }
        steps--;
    }

    /** Whether everything that was asked of it was done. */
    public boolean isWhole() {
        return steps > 0;
    }

    @Override
    public FileChannel open(Path file, OpenOption... options) throws IOException {
        step();
        return REAL.open(file, options);
    }

    @Override
    public void sync(Path folder) throws IOException {
        step();
        REAL.sync(folder);
    }
}
