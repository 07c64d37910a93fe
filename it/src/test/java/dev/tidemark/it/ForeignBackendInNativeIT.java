package dev.tidemark.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars as others write them, in an executable that is much smaller than the service and so is built in a minute. */
@Tag("native")
class ForeignBackendInNativeIT {

    private static final String REGISTRATION = """
            {"reflection": [{"type": "LoudProvider", "methods": [{"name": "<init>", "parameterTypes": []}]}]}
            """;

    @TempDir
    private Path folder;

    @Test
    @DisplayName("The README shows this very registration")
    void readmeShowsIt() throws IOException {
        assertThat(Files.readString(Path.of(System.getProperty("tidemark.project"), "README.md")))
                .contains(REGISTRATION);
    }

    @Test
    @DisplayName("A backend whose jar registers it is found; one whose jar does not is named, and does not just vanish")
    void namesUnregistered() throws Exception {
        String graal = System.getenv().getOrDefault("GRAALVM_HOME", "");
        assumeTrue(!graal.isEmpty(), "GRAALVM_HOME is not set: the executable was built in a container");
        Path registered = ForeignJar.of(
                "/loud-backend/LoudProvider.java",
                Map.of(
                        ForeignJar.SERVICES,
                        "LoudProvider",
                        "META-INF/native-image/loud/loud/reachability-metadata.json",
                        REGISTRATION),
                folder.resolve("loud.jar"));
        Path forgotten = ForeignJar.of(
                "/native/QuietProvider.java",
                Map.of(ForeignJar.SERVICES, "QuietProvider"),
                folder.resolve("quiet.jar"));
        Path main = ForeignJar.of("/native/ListBackends.java", Map.of(), folder.resolve("main.jar"));
        Path executable = folder.resolve("list");
        run(List.of(
                Path.of(graal, "bin", "native-image").toString(),
                "-cp",
                String.join(
                        File.pathSeparator,
                        List.of(
                                main.toString(),
                                ForeignJar.api().toString(),
                                registered.toString(),
                                forgotten.toString())),
                "-Ob",
                // As Quarkus does.
                "-H:+UnlockExperimentalVMOptions",
                "-H:-UseServiceLoaderFeature",
                "--no-fallback",
                "-o",
                executable.toString(),
                "ListBackends"));

        // They are looked at in the order of the class path.
        assertThat(run(List.of(executable.toString())))
                .contains("Provider QuietProvider not found")
                .contains("META-INF/native-image")
                .doesNotContain("LoudProvider");
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
