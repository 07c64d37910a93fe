package dev.tidemark.it.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RedisServerIT {

    @Test
    @DisplayName("The probe reads every kind of answer")
    void probeReadsAnswers() {
        try (RedisServer server = RedisServer.start();
                RedisProbe probe = server.probe()) {
            assertThat(probe.text("SET", "größe", "1 ½\r\n")).isEqualTo("OK");
            assertThat(probe.text("GET", "größe")).isEqualTo("1 ½\r\n");
            assertThat(probe.command("GET", "other")).isNull();
            assertThat(probe.number("RPUSH", "list", "a", "", "b")).isEqualTo(3);
            assertThat(probe.list("LRANGE", "list", "0", "-1")).containsExactly("a", "", "b");
            assertThatThrownBy(() -> probe.number("INCR", "list"))
                    .isInstanceOf(RedisProbe.ErrorReply.class)
                    .hasMessageStartingWith("WRONGTYPE");
            assertThat(probe.text("PING")).isEqualTo("PONG");
        }
    }

    @Test
    @DisplayName("The bundled server is a 6.2")
    void bundledIsOld() {
        try (RedisServer server = RedisServer.startBundled()) {
            assertThat(server.text("INFO", "server")).contains("redis_version:6.2.");
        }
    }

    @Test
    @DisplayName("A restart keeps what is in the append-only file, and nothing without one")
    void restartKeepsFile() {
        try (RedisServer durable = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
                RedisServer forgetful = RedisServer.start()) {
            durable.text("SET", "key", "value");
            forgetful.text("SET", "key", "value");

            durable.restart();
            forgetful.restart();

            assertThat(durable.text("GET", "key")).isEqualTo("value");
            try (RedisProbe probe = forgetful.probe()) {
                assertThat(probe.number("DBSIZE")).isZero();
            }
        }
    }

    @Test
    @DisplayName("A paused server is silent until it is resumed")
    void pauseSilences() {
        try (RedisServer server = RedisServer.start();
                RedisProbe impatient = RedisProbe.to(server.port(), Duration.ofMillis(200))) {
            server.pause();
            assertThatThrownBy(() -> impatient.text("PING"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasCauseInstanceOf(SocketTimeoutException.class);

            server.resume();
            assertThat(server.text("PING")).isEqualTo("PONG");
        }
    }

    @Test
    @DisplayName("A killed server ends its connections")
    void killEndsConnections() {
        try (RedisServer server = RedisServer.start();
                RedisProbe probe = server.probe()) {
            server.kill();
            assertThatThrownBy(() -> probe.text("PING")).isInstanceOf(UncheckedIOException.class);
            assertThatThrownBy(server::probe).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    @DisplayName("Closing leaves no process and no folder, even of a server that is paused")
    void closeLeavesNothing() {
        RedisServer server = RedisServer.start("--appendonly", "yes");
        ProcessHandle process = server.handle();
        Path folder = server.folder();
        assertThat(process.isAlive()).isTrue();
        assertThat(folder).isNotEmptyDirectory();

        server.pause();
        server.close();

        assertThat(process.isAlive()).isFalse();
        assertThat(folder).doesNotExist();
    }

    @Test
    @DisplayName("A server that does not start tells why")
    void failedStartTellsWhy() {
        assertThatThrownBy(() -> RedisServer.start("--appendonly", "perhaps"))
                .hasMessageContaining("ended:")
                .hasMessageContaining("argument must be 'yes' or 'no'");
    }
}
