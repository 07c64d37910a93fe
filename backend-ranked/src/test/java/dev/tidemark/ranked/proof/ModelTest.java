package dev.tidemark.ranked.proof;

import java.nio.file.Path;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelTest {

    private static final int STEPS = 10_000;

    /** The same ones each time and a new one, or the one that is asked for. */
    static LongStream seeds() {
        Long wanted = Long.getLong("tidemark.seed");
        return wanted != null
                ? LongStream.of(wanted)
                : LongStream.concat(LongStream.rangeClosed(1, 11), LongStream.of(new Random().nextInt(1 << 30)));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @DisplayName("Every answer is that of a simple model, through snapshots, restarts and a clock that goes both ways")
    void agreesWithModel(long seed, @TempDir Path dir) {
        try (RandomWalk walk = new RandomWalk(seed, dir)) {
            walk.run(STEPS);
        }
    }
}
