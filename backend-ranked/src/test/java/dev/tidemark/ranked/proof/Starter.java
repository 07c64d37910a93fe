package dev.tidemark.ranked.proof;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.spi.BackendException;
import java.nio.file.Path;
import java.time.InstantSource;

/** A process that starts on a folder, and ends: with 0 if it could start, with 1 and the reason if it could not. */
final class Starter {

    static final String STARTED = "started";

    private Starter() {}

    public static void main(String[] args) {
        try {
            DiskEngine engine = DiskEngine.Setup.of(Path.of(args[0]), InstantSource.system())
                    .open();
            System.out.println(STARTED);
            engine.close();
        } catch (BackendException e) {
            System.out.println(e.getMessage());
            System.exit(1);
        }
    }
}
