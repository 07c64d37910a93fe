package dev.tidemark.ranked;

import dev.tidemark.tck.TckBackend;
import dev.tidemark.tck.TimeSeriesStoreTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RankedTimeSeriesOnDiskTest extends TimeSeriesStoreTck {

    @TempDir
    private Path folder;

    @Override
    protected TckBackend backend() {
        return EngineTck.onDisk(folder);
    }
}
