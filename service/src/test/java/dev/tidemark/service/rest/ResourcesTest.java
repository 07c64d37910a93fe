package dev.tidemark.service.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.Path;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Resources")
class ResourcesTest {

    /** Otherwise the framework takes a request for ended while its work goes on, and what it holds is given back too early. */
    @Test
    @DisplayName("are not cancelled when the client leaves")
    void notCancellable() throws Exception {
        List<Class<?>> resources = new ArrayList<>();
        for (String name : classes()) {
            Class<?> type = Class.forName(EventsResource.class.getPackageName() + "." + name);
            if (type.isAnnotationPresent(Path.class)) {
                resources.add(type);
            }
        }
        assertThat(resources)
                .contains(EventsResource.class, AdminResource.class)
                .allSatisfy(resource -> assertThat(resource.getAnnotation(Cancellable.class))
                        .isNotNull()
                        .extracting(Cancellable::value)
                        .isEqualTo(false));
    }

    private static List<String> classes() throws Exception {
        String self = EventsResource.class.getSimpleName() + ".class";
        java.nio.file.Path folder = java.nio.file.Path.of(Objects.requireNonNull(EventsResource.class.getResource(self))
                        .toURI())
                .getParent();
        try (Stream<java.nio.file.Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .toList();
        }
    }
}
