package dev.tidemark.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.InvalidValueException;
import dev.tidemark.ranking.Order;
import dev.tidemark.tck.Providers;
import dev.tidemark.tck.Stages;
import dev.tidemark.tck.TestClock;
import dev.tidemark.tck.naive.NaiveBackend;
import dev.tidemark.timeseries.Granularity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BackendsTest {

    private static final BackendContext CONTEXT =
            BackendContext.of(BackendConfig.of("naive", Map.of()), Granularity.DEFAULTS, new TestClock(Instant.EPOCH));

    private static Backends find(List<Class<? extends BackendProvider>> providers) {
        return Backends.find(new Providers(providers));
    }

    @Test
    @DisplayName("no backend at all: the message says what to add")
    void none() {
        Backends backends = find(List.of());
        assertThat(backends.names()).isEmpty();
        assertThatThrownBy(() -> backends.open("ranked", CONTEXT))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("tidemark-backend-ranked");
        assertThatThrownBy(() -> backends.require("ranked")).isInstanceOf(BackendException.class);
    }

    @Test
    @DisplayName("none of that name: the message says which there are")
    void unknown() {
        Backends backends = find(List.of(Two.class, NaiveBackend.Provider.class));
        assertThat(backends.names()).containsExactly("naive", "two");
        assertThatThrownBy(() -> backends.open("rankd", CONTEXT))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("'rankd'")
                .hasMessageContaining("tidemark.backend")
                .hasMessageContaining("naive, two");
    }

    @Test
    @DisplayName("two of that name: the message says which classes")
    void ambiguous() {
        Backends backends = find(List.of(Two.class, AlsoTwo.class));
        assertThat(backends.names()).containsExactly("two");
        assertThatThrownBy(() -> backends.require("two"))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("'two'")
                .hasMessageContaining(Two.class.getName())
                .hasMessageContaining(AlsoTwo.class.getName());
    }

    @Test
    @DisplayName("one that cannot be loaded: the message says which class, and what a native executable wants")
    void notLoaded() {
        assertThatThrownBy(() -> find(List.of(Two.class, Unloadable.class)))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining(Unloadable.class.getName())
                .hasMessageContaining("META-INF/native-image");
    }

    @Test
    @DisplayName("finding backends opens none of them")
    void findingOpensNothing() {
        find(List.of(Two.class, NaiveBackend.Provider.class)).require("naive");
        assertThatThrownBy(() -> find(List.of(Two.class)).open("two", CONTEXT))
                .isInstanceOf(BackendException.class)
                .hasMessage("tidemark.two.dir must be set, but is ''");
    }

    @Test
    @DisplayName("an opened backend checks its arguments and tells its status")
    void opened() {
        Backend backend = find(List.of(NaiveBackend.Provider.class)).open("naive", CONTEXT);
        assertThat(Stages.get(backend.status()).reachable()).isTrue();
        Stages.assertFails(backend.rankings().range("", Order.ASC, 0, 1), InvalidValueException.class);
        backend.close();
    }

    @Test
    @DisplayName("a context without surroundings has no resources")
    void context() {
        assertThat(CONTEXT.resource(String.class)).isEmpty();
        assertThat(CONTEXT.granularities()).isEqualTo(Granularity.DEFAULTS);
    }

    /** A provider whose backend cannot be opened. */
    public static final class Two implements BackendProvider {

        @Override
        public String name() {
            return "two";
        }

        @Override
        public Backend open(BackendContext context) {
            throw BackendException.badSetting("tidemark.two.dir", "", "set");
        }
    }

    /** A provider that a service loader cannot make. */
    public static final class Unloadable implements BackendProvider {

        private final String name;

        Unloadable(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Backend open(BackendContext context) {
            throw new IllegalStateException("never opened");
        }
    }

    /** Another of the same name. */
    public static final class AlsoTwo implements BackendProvider {

        @Override
        public String name() {
            return "two";
        }

        @Override
        public Backend open(BackendContext context) {
            throw new IllegalStateException("never opened");
        }
    }
}
