package dev.tidemark.it.mongo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinnedFileTest {

    private static final PinnedFile ABC =
            new PinnedFile("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");

    @Test
    @DisplayName("The file that is known is taken")
    void takesKnownFile(@TempDir Path folder) throws IOException {
        assertThat(ABC.write(content("abc"), folder)).hasContent("abc");
    }

    @Test
    @DisplayName("Any other is refused, and not left there")
    void refusesOtherFile(@TempDir Path folder) {
        assertThatThrownBy(() -> ABC.write(content("abd"), folder))
                .hasMessageStartingWith("abc is not the file that is known: its SHA-256 is a52d159f");
        assertThat(folder).isEmptyDirectory();
    }

    private static InputStream content(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }
}
