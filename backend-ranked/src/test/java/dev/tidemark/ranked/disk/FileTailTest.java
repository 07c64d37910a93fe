package dev.tidemark.ranked.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ranked.bytes.ByteWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rest of a log was once read at once: behind damage at its beginning that took more memory than a small heap has. */
class FileTailTest {

    private static final int FROM = 100;

    /** Where the second piece begins. */
    private static final int BOUNDARY = FROM + 1 + FileTail.WINDOW;

    @TempDir
    private Path dir;

    private Path file;

    @BeforeEach
    void setUp() {
        file = dir.resolve("file");
    }

    @Test
    @DisplayName("A frame is found wherever it stands, also across the pieces in which the file is read")
    void findsFrames() throws IOException {
        for (int at = BOUNDARY - Frame.HEADER - 5; at <= BOUNDARY + 5; at++) {
            write(at, frame(9, 50));

            assertThat(FileTail.wasSafe(file, FROM, 7)).as("at %s", at).isTrue();
            assertThat(FileTail.wasSafe(file, FROM, 8)).as("at %s", at).isTrue();
            assertThat(FileTail.wasSafe(file, FROM, 9)).as("at %s", at).isFalse();
        }
    }

    @Test
    @DisplayName("A frame that is larger than a piece is found if it is good, and only then")
    void findsLargeFrames() throws IOException {
        byte[] frame = frame(9, 3 * FileTail.WINDOW + 7);
        write(FROM + 50, frame);
        assertThat(FileTail.wasSafe(file, FROM, 7)).isTrue();

        frame[frame.length - 1] ^= 1;
        write(FROM + 50, frame);
        assertThat(FileTail.wasSafe(file, FROM, 7)).isFalse();
    }

    @Test
    @DisplayName("A single byte that is not zero is found, also at the ends of pieces")
    void unused() throws IOException {
        write(0, new byte[3 * FileTail.WINDOW]);
        assertThat(FileTail.isUnused(file, FROM)).isTrue();
        assertThat(FileTail.isUnused(file, 3L * FileTail.WINDOW)).isTrue();
        for (int at : new int[] {FROM, FROM + FileTail.WINDOW - 1, FROM + FileTail.WINDOW, 3 * FileTail.WINDOW - 1}) {
            byte[] bytes = new byte[3 * FileTail.WINDOW];
            bytes[at] = 1;
            Files.write(file, bytes);
            assertThat(FileTail.isUnused(file, FROM)).as("at %s", at).isFalse();
            assertThat(FileTail.isUnused(file, at + 1L)).as("behind %s", at).isTrue();
        }
    }

    private void write(int at, byte[] bytes) throws IOException {
        byte[] all = new byte[at + bytes.length];
        System.arraycopy(bytes, 0, all, at, bytes.length);
        Files.write(file, all);
    }

    /** A frame that knows the one before it to be safe. */
    private static byte[] frame(long sequence, int body) {
        ByteWriter frame = new ByteWriter(body);
        Frame.begin(frame);
        frame.writeBytes(new byte[body], 0, body);
        Frame.seal(frame, sequence, sequence - 1, Frame.checksum(frame));
        byte[] bytes = new byte[frame.size()];
        frame.toBuffer().get(bytes);
        return bytes;
    }
}
