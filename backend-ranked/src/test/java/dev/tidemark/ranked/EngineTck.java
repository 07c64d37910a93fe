package dev.tidemark.ranked;

import dev.tidemark.spi.Backends;
import dev.tidemark.tck.InProcessTck;
import dev.tidemark.tck.TckBackend;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The engine as the contract tests want it. */
final class EngineTck {

    private static final Backends BACKENDS = Backends.find(EngineTck.class.getClassLoader());

    private EngineTck() {}

    static TckBackend inMemory() {
        return new InProcessTck(BACKENDS, "ranked", () -> Map.of("persistence", "memory"));
    }

    /** On disk, as it is by default, each time in another folder within {@code parent}. */
    static TckBackend onDisk(Path parent) {
        AtomicInteger opened = new AtomicInteger();
        return new InProcessTck(
                BACKENDS,
                "ranked",
                () -> Map.of(
                        "dir",
                        parent.resolve("data-" + opened.incrementAndGet()).toString()));
    }
}
