package dev.tidemark.bench.start;

import dev.tidemark.bench.load.Service;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One of the forms that the service comes in, and the command that starts it. */
record Form(String name, List<String> command) {

    static final Path BINARY = Path.of("service", "target", "tidemark");

    private static final Path AOT_CACHE = Service.JAR.resolveSibling("app.aot");
    private static final Path CDS_ARCHIVE = Service.JAR.resolveSibling("app-cds.jsa");

    /** Those that are built. */
    static List<Form> built() {
        List<Form> forms = new ArrayList<>();
        if (Files.exists(BINARY)) {
            forms.add(new Form("native", List.of(BINARY.toAbsolutePath().toString())));
        }
        if (Files.exists(Service.JAR)) {
            forms.add(new Form("JVM", Service.onJvm(List.of())));
            // That a file fits the JVM and the jar is not checked by it unless asked: it would silently do without.
            if (Files.exists(AOT_CACHE)) {
                forms.add(new Form(
                        "JVM, AOT cache",
                        Service.onJvm(List.of("-XX:AOTMode=on", "-XX:AOTCache=" + AOT_CACHE.toAbsolutePath()))));
            }
            if (Files.exists(CDS_ARCHIVE)) {
                forms.add(new Form(
                        "JVM, AppCDS",
                        Service.onJvm(List.of("-Xshare:on", "-XX:SharedArchiveFile=" + CDS_ARCHIVE.toAbsolutePath()))));
            }
        }
        return forms;
    }
}
