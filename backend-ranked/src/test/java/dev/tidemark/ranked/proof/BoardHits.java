package dev.tidemark.ranked.proof;

import dev.tidemark.ranked.DiskEngine;
import dev.tidemark.ranking.Boards;
import dev.tidemark.ranking.Hit;
import dev.tidemark.spi.BackendFullException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that hits a board with new members until it is full. It ends as a kill does.
 *
 * <p>Arguments: the folder, and {@code snapshot} to have one, or {@code log}.
 */
final class BoardHits {

    static final String FILLED = "filled";

    private static final int BATCH = 500;
    private static final int REJECTIONS = 20;

    private BoardHits() {}

    public static void main(String[] args) {
        DiskEngine engine = DiskEngine.Setup.of(Path.of(args[0]), InstantSource.system())
                .with("fsync", "never")
                .open();
        Boards boards = new Boards(engine.rankings(), ZoneOffset.UTC);
        Instant now = Instant.now();
        int rejected = 0;
        for (int batch = 0; rejected < REJECTIONS; batch++) {
            List<Hit> hits = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                hits.add(new Hit("a member " + batch + "/" + i, 1 + i, now));
            }
            try {
                boards.hit("game", hits).toCompletableFuture().join();
            } catch (BackendFullException e) {
                rejected++;
            }
        }
        if (args[1].equals("snapshot")) {
            engine.snapshot();
        }
        System.out.println(FILLED);
        Runtime.getRuntime().halt(0);
    }
}
