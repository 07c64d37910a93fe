package dev.tidemark.ranked.backup;

import dev.tidemark.ranked.backup.CheckedCopy.Checked;
import dev.tidemark.ranked.disk.DamagedFileException;
import dev.tidemark.ranked.disk.DataFolder;
import dev.tidemark.ranked.disk.FileKind;
import dev.tidemark.ranked.log.LogExtent;
import dev.tidemark.ranked.snapshot.SnapshotCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * What a backup consists of: the newest snapshot, and the log behind it as long as it is at a certain moment. Everything but
 * the end of the last log file stays as it is, until a snapshot is taken.
 */
final class SourceFiles {

    private record Source(Path file, long size, CheckedCopy.Check check) {}

    private final List<Source> sources = new ArrayList<>();

    /** Finds the files; all commands up to {@code required} are in them. */
    SourceFiles(DataFolder data, long required) throws IOException {
        Map.Entry<Long, Path> snapshot = data.files(FileKind.SNAPSHOT).lastEntry();
        if (snapshot != null) {
            add(snapshot.getValue(), SourceFiles::checkSnapshot);
        }
        long after = snapshot == null ? 0 : snapshot.getKey();
        NavigableMap<Long, Path> logs = data.files(FileKind.LOG);
        Long first = logs.floorKey(after + 1);
        if (first == null) {
            throw DamagedFileException.missing(data.file(FileKind.LOG, after + 1));
        }
        for (Map.Entry<Long, Path> log : logs.tailMap(first, true).entrySet()) {
            Long next = logs.higherKey(log.getKey());
            add(log.getValue(), copy -> checkLog(log.getValue(), copy, log.getKey(), next, required));
        }
    }

    private void add(Path file, CheckedCopy.Check check) throws IOException {
        sources.add(new Source(file, Files.size(file), check));
    }

    /** About how large the copy will be; at most this. */
    long bytes() {
        return sources.stream().mapToLong(Source::size).sum();
    }

    /** Copies all files, and returns the last command that is in them. */
    long copyTo(CheckedCopy copy) throws IOException {
        long sequence = 0;
        for (Source source : sources) {
            sequence = copy.add(source.file, source.size, source.check).lastSequence();
        }
        return sequence;
    }

    private static Checked checkSnapshot(Path copy) throws IOException {
        SnapshotCheck.require(copy);
        return new Checked(Files.size(copy), 0);
    }

    /** A file that another follows has to reach up to that one, the last one up to what is known to be durable. */
    private static Checked checkLog(Path file, Path copy, long first, @Nullable Long next, long required)
            throws IOException {
        LogExtent extent = LogExtent.of(copy, first);
        if (next == null ? extent.lastSequence() < required : extent.lastSequence() != next - 1) {
            throw new DamagedFileException(
                    file, extent.end(), "entry " + (extent.lastSequence() + 1) + " cannot be read");
        }
        // Another file may follow the last one by now; it is not copied, so nothing may say that it follows.
        return new Checked(next == null ? extent.end() : extent.endOfMark(), extent.lastSequence());
    }
}
