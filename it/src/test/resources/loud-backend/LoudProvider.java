import dev.tidemark.ranking.RankingStore;
import dev.tidemark.spi.*;
import dev.tidemark.timeseries.TimeSeriesStore;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;

/** Stores like the embedded engine, and says aloud what it is asked. */
public final class LoudProvider implements BackendProvider {

    public String name() {
        return "loud";
    }

    public Backend open(BackendContext context) {
        Backend ranked = Backends.find(Thread.currentThread().getContextClassLoader()).open("ranked", context);
        return new Backend() {
            public TimeSeriesStore timeSeries() {
                return loud(TimeSeriesStore.class, ranked.timeSeries());
            }

            public RankingStore rankings() {
                return loud(RankingStore.class, ranked.rankings());
            }

            public CompletionStage<BackendStatus> status() {
                return ranked.status();
            }

            public void close() {
                ranked.close();
            }
        };
    }

    private static <T> T loud(Class<T> type, T store) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            System.out.println(method.getName() + " " + Arrays.toString(arguments));
            return method.invoke(store, arguments);
        }));
    }
}
