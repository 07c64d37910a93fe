package dev.tidemark.service.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "localhost", "::1"})
    @DisplayName("the names are limited on loopback")
    void loopback(String address) {
        assertThat(new AllowedHosts(address, List.of()).areLimited()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.168.0.1"})
    @DisplayName("elsewhere they are not: who may connect is decided by others")
    void elsewhere(String address) {
        assertThat(new AllowedHosts(address, List.of()).areLimited()).isFalse();
    }

    @Test
    @DisplayName("tidemark.http.hosts adds names, whatever their case and port")
    void added() {
        AllowedHosts hosts = new AllowedHosts("127.0.0.1", List.of("Tide.example", "other:8080"));
        assertThat(hosts.contains("tide.example")).isTrue();
        assertThat(hosts.contains("TIDE.example:443")).isTrue();
        assertThat(hosts.contains("other")).isTrue();
        assertThat(hosts.contains("localhost:8080")).isTrue();
        assertThat(hosts.contains("evil.tide.example")).isFalse();
        assertThat(hosts.contains("tide.example.evil")).isFalse();
        assertThat(hosts.contains("tide.example:80:80")).isFalse();
    }
}
