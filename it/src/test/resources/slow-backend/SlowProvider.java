import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.*;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Stores like the embedded engine, takes its time to open, and does what the files in a folder tell it. */
public final class SlowProvider implements BackendProvider {

    public String name() {
        return "slow";
    }

    public Backend open(BackendContext context) {
        Path folder = Path.of(context.config().text("folder", "."));
        context.progress().reached("the log", 34, 100);
        while (!Files.exists(folder.resolve("open"))) {
            if (Files.exists(folder.resolve("fail"))) {
                throw new BackendException("the log is damaged", new IllegalStateException("here"));
            }
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        BackendConfig memory = BackendConfig.of("ranked", Map.of("persistence", "memory"));
        Backend ranked = Backends.find(Thread.currentThread().getContextClassLoader())
                .open("ranked", BackendContext.of(memory, context.granularities(), context.clock()));
        return new Backend() {
            public TimeSeriesStore timeSeries() {
                return ranked.timeSeries();
            }

            public RankingStore rankings() {
                return ranked.rankings();
            }

            public CompletionStage<BackendStatus> status() {
                String rejected = Files.exists(folder.resolve("full")) ? "the disk is full" : null;
                return CompletableFuture.completedFuture(new BackendStatus(true, null, rejected, Map.of(), Map.of()));
            }

            public boolean isAlive() {
                return !Files.exists(folder.resolve("dead"));
            }

            public void close() {
                ranked.close();
            }
        };
    }
}
