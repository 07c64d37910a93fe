package dev.tidemark.it;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Programs that are installed. */
public final class Programs {

    private Programs() {}

    /** The first on the PATH that has one of these names. */
    public static Optional<Path> onPath(String... names) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .flatMap(folder -> Stream.of(names).map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
