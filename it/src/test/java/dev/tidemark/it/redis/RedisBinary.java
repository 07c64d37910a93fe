package dev.tidemark.it.redis;

import dev.tidemark.it.Programs;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Where the server's program comes from. */
final class RedisBinary {

    private static final Map<String, String> RESOURCES = Map.of(
            "linux-amd64", "/redis-server-6.2.6-v5-linux-amd64",
            "linux-arm64", "/redis-server-6.2.7-linux-arm64",
            "darwin-amd64", "/redis-server-6.2.6-v5-darwin-amd64",
            "darwin-arm64", "/redis-server-6.2.6-v5-darwin-arm64");

    private RedisBinary() {}

    /** The one that {@code -Dtidemark.test.redis} names, or else one on the PATH, or else the bundled one. */
    static Path preferred() {
        String configured = System.getProperty("tidemark.test.redis", "");
        return configured.isEmpty()
                ? Programs.onPath("redis-server", "valkey-server").orElseGet(RedisBinary::bundled)
                : Path.of(configured);
    }

    /** Redis 6.2, the oldest that is supported. */
    static Path bundled() {
        return Bundled.FILE;
    }

    /** Unpacked once, when it is first asked for. */
    private static final class Bundled {

        static final Path FILE = unpack();

        private static Path unpack() {
            String resource = RESOURCES.getOrDefault(platform(), "");
            try (InputStream program = Bundled.class.getResourceAsStream(resource)) {
                if (resource.isEmpty() || program == null) {
                    throw new FileNotFoundException("there is no bundled Redis for " + platform()
                            + ": install redis-server, or name one with -Dtidemark.test.redis");
                }
                Path file = Files.createTempFile("tidemark-redis-server", "");
                file.toFile().deleteOnExit();
                Files.copy(program, file, StandardCopyOption.REPLACE_EXISTING);
                if (!file.toFile().setExecutable(true)) {
                    throw new IOException(file + " cannot be made executable");
                }
                return file;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static String platform() {
            String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
            String processor = System.getProperty("os.arch");
            boolean arm = Stream.of("aarch64", "arm64").anyMatch(processor::equals);
            return (system.startsWith("mac") ? "darwin" : system)
                    + "-"
                    + (arm ? "arm64" : processor.replace("x86_64", "amd64"));
        }
    }
}
