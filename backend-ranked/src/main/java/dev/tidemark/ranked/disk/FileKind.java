package dev.tidemark.ranked.disk;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.ByteWriter;
import dev.tidemark.spi.BackendException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The two kinds of files, and how one begins: eight letters that tell the kind, the version of the format, a sequence, and
 * a checksum of these. The sequence is also in the name.
 */
public enum FileKind {
    /** Commands; its sequence is that of the first. */
    LOG("log-", "TIDE-LOG"),
    /** A picture of everything; its sequence is that of the last command that is surely in it. */
    SNAPSHOT("snapshot-", "TIDESNAP");

    /** Files of every version up to this one can be read. */
    static final int VERSION = 1;

    public static final int HEADER = 24;

    static final String SUFFIX = ".tide";

    private static final int MAGIC_LENGTH = 8;

    private final String prefix;
    private final String magic;

    FileKind(String prefix, String magic) {
        this.prefix = prefix;
        this.magic = magic;
    }

    String fileName(long sequence) {
        return "%s%019d%s".formatted(prefix, sequence, SUFFIX);
    }

    /** The sequence in a file's name, or -1 if it is no such name. */
    long sequenceOf(String fileName) {
        String number = fileName.startsWith(prefix) && fileName.endsWith(SUFFIX)
                ? fileName.substring(prefix.length(), fileName.length() - SUFFIX.length())
                : "";
        return number.matches("\\d{19}") ? Long.parseLong(number) : -1;
    }

    public ByteWriter header(long sequence) {
        ByteWriter header = new ByteWriter(HEADER);
        header.writeBytes(magic.getBytes(StandardCharsets.US_ASCII), 0, MAGIC_LENGTH);
        header.writeInt(VERSION);
        header.writeLong(sequence);
        header.writeInt(checksum(header.array()));
        return header;
    }

    void requireHeader(Path file, byte[] bytes, long sequence) throws DamagedFileException {
        ByteReader header = new ByteReader(bytes, 0, HEADER);
        if (!magic.equals(new String(header.readBytes(MAGIC_LENGTH), StandardCharsets.US_ASCII))) {
            throw new DamagedFileException(file, 0, "it does not begin like one of Tidemark's files");
        }
        int version = header.readInt();
        long found = header.readLong();
        if (header.readInt() != checksum(bytes)) {
            throw new DamagedFileException(file, 0, "the checksum of its beginning does not match");
        } else if (version > VERSION) {
            throw new BackendException(
                    file + " has format " + version + ", and this Tidemark reads up to " + VERSION
                            + ": start the newer Tidemark that wrote it",
                    null);
        } else if (found != sequence) {
            throw new DamagedFileException(file, 0, "it was " + fileName(found) + " when it was written");
        }
    }

    private static int checksum(byte[] header) {
        CRC32C checksum = new CRC32C();
        checksum.update(header, 0, HEADER - Integer.BYTES);
        return (int) checksum.getValue();
    }
}
