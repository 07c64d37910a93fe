package dev.tidemark.ranked;

import dev.tidemark.tck.RankingStoreTck;
import dev.tidemark.tck.TckBackend;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RankedRankingsOnDiskTest extends RankingStoreTck {

    @TempDir
    private Path folder;

    @Override
    protected TckBackend backend() {
        return EngineTck.onDisk(folder);
    }
}
