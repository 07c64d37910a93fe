package dev.tidemark.service.backend;

import dev.tidemark.spi.Backend;
import dev.tidemark.spi.Backup;
import dev.tidemark.spi.BackupNotPossibleException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Asks one backend after the other for a backup, until one takes it. */
final class FirstBackup {

    /** Why a backend takes none. */
    private record Refusal(String backend, BackupNotPossibleException reason) {}

    private FirstBackup() {}

    /** Fails with the reasons of all of them if none can; any other failure ends it at once. */
    static CompletionStage<Backup> of(Map<String, Backend> backends) {
        return ask(List.copyOf(backends.entrySet()), List.of());
    }

    private static CompletionStage<Backup> ask(List<Map.Entry<String, Backend>> backends, List<Refusal> refusals) {
        if (backends.isEmpty()) {
            return CompletableFuture.failedFuture(refused(refusals));
        }
        Map.Entry<String, Backend> first = backends.get(0);
        return first.getValue().backup().exceptionallyCompose(failure -> {
            if (!(cause(failure) instanceof BackupNotPossibleException reason)) {
                return CompletableFuture.failedFuture(cause(failure));
            }
            List<Refusal> more = new ArrayList<>(refusals);
            more.add(new Refusal(first.getKey(), reason));
            return ask(backends.subList(1, backends.size()), more);
        });
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException
                ? Objects.requireNonNullElse(failure.getCause(), failure)
                : failure;
    }

    /** One that is only busy could have taken it: that is what the caller has to know. */
    private static BackupNotPossibleException refused(List<Refusal> refusals) {
        StringBuilder reasons = new StringBuilder();
        for (Refusal refusal : refusals) {
            if (refusal.reason.retryAfter().isPresent()) {
                return refusal.reason;
            }
            reasons.append(reasons.isEmpty() ? "" : "; ")
                    .append("backend '")
                    .append(refusal.backend)
                    .append("': ")
                    .append(refusal.reason.getMessage());
        }
        return new BackupNotPossibleException(reasons.toString());
    }
}
