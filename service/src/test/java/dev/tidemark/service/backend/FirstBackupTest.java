package dev.tidemark.service.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.Backend;
import dev.tidemark.spi.BackendFullException;
import dev.tidemark.spi.Backup;
import dev.tidemark.spi.BackupNotPossibleException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Where time series and rankings are on different backends, a backup")
class FirstBackupTest {

    private static final Backup BACKUP = new Backup("/somewhere", 1, 2);
    private static final Backend TAKES = backend(CompletableFuture.completedFuture(BACKUP));
    private static final Backend NONE = backend(failed(new BackupNotPossibleException("use other tools")));
    private static final Backend BUSY = backend(failed(new BackupNotPossibleException("retry", Duration.ofSeconds(5))));
    private static final Backend FULL = backend(failed(new BackendFullException("no room")));

    private static CompletionStage<Backup> failed(RuntimeException failure) {
        return CompletableFuture.failedFuture(failure);
    }

    private static Backend backend(CompletionStage<Backup> backup) {
        return (Backend) Proxy.newProxyInstance(
                Backend.class.getClassLoader(), new Class<?>[] {Backend.class}, (proxy, method, arguments) -> backup);
    }

    private static Backup take(Backend timeSeries, Backend rankings) {
        Map<String, Backend> backends = new LinkedHashMap<>();
        backends.put("a", timeSeries);
        backends.put("b", rankings);
        return FirstBackup.of(backends).toCompletableFuture().join();
    }

    @Test
    @DisplayName("is taken of the one that can")
    void ofTheOneThatCan() {
        assertThat(take(TAKES, NONE)).isEqualTo(BACKUP);
        assertThat(take(NONE, TAKES)).isEqualTo(BACKUP);
    }

    @Test
    @DisplayName("fails with the reasons of both if neither can")
    void reasonsOfBoth() {
        assertThatThrownBy(() -> take(NONE, NONE))
                .hasRootCauseInstanceOf(BackupNotPossibleException.class)
                .hasMessageContaining("backend 'a': use other tools; backend 'b': use other tools");
    }

    @Test
    @DisplayName("fails with the reason of the one that could, busy or full, whichever it is")
    void reasonOfTheOneThatCould() {
        assertThatThrownBy(() -> take(BUSY, NONE)).hasMessageEndingWith("retry");
        assertThatThrownBy(() -> take(NONE, BUSY)).hasMessageEndingWith("retry");
        assertThatThrownBy(() -> take(FULL, NONE)).hasMessageEndingWith("no room");
        assertThatThrownBy(() -> take(NONE, FULL)).hasMessageEndingWith("no room");
    }
}
