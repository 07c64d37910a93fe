package dev.tidemark.tck;

import dev.tidemark.spi.BackendProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A class loader that finds exactly the providers it is given, without a services file: one in the test-jar would put a
 * test's provider on the class path of every other module.
 */
public final class Providers extends ClassLoader {

    private static final String SERVICES = "META-INF/services/" + BackendProvider.class.getName();

    private final byte[] services;

    public Providers(List<Class<? extends BackendProvider>> providers) {
        super(Providers.class.getClassLoader());
        services = providers.stream()
                .map(Class::getName)
                .collect(Collectors.joining("\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        return name.equals(SERVICES)
                ? Collections.enumeration(List.of(new URL(null, "memory:services", new Memory())))
                : super.getResources(name);
    }

    private final class Memory extends URLStreamHandler {

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(services);
                }
            };
        }
    }
}
