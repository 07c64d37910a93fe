package dev.tidemark.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.BackendProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Somebody else's jar: one class, compiled against the API alone. */
final class ForeignJar {

    static final String SERVICES = "META-INF/services/" + BackendProvider.class.getName();

    private ForeignJar() {}

    /** Where the API is. */
    static Path api() throws URISyntaxException {
        return Path.of(BackendProvider.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** A source in the default package, by its name among the resources. */
    static Path source(String resource) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(ForeignJar.class.getResource(resource), resource)
                .toURI());
    }

    /**
     * Compiles a source and packs it.
     *
     * @param entries what else is in the jar, by path
     * @param jar a file that is not there yet
     */
    static Path of(String resource, Map<String, String> entries, Path jar) throws IOException, URISyntaxException {
        Path classes = Files.createDirectories(jar.resolveSibling(jar.getFileName() + "-classes"));
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        api().toString(),
                        "-d",
                        classes.toString(),
                        source(resource).toString());
        assertThat(failed).isZero();
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(file);
                Stream<Path> compiled = Files.list(classes)) {
            for (Path each : compiled.toList()) {
                packed.putNextEntry(new JarEntry(each.getFileName().toString()));
                Files.copy(each, packed);
            }
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                packed.putNextEntry(new JarEntry(entry.getKey()));
                packed.write(entry.getValue().getBytes(UTF_8));
            }
        }
        return jar;
    }
}
