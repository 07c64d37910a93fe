import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendContext;
import dev.tidemark.spi.BackendProvider;

/** Its jar forgets to register it. */
public final class QuietProvider implements BackendProvider {

    public String name() {
        return "quiet";
    }

    public Backend open(BackendContext context) {
        throw new IllegalStateException("never opened");
    }
}
