package dev.tidemark.service.process;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import org.jspecify.annotations.Nullable;

/** Runs the service until it is told to end. */
@QuarkusMain
public final class Tidemark {

    private Tidemark() {}

    /** Settings come from the environment, files and system properties; there are no arguments. */
    public static void main(String... args) {
        OutOfMemory.watch();
        // Netty looks for ConnectionStart once it is told to.
        System.setProperty(ChannelInitializerExtension.EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
        try {
            Quarkus.run(null, Tidemark::exit, args);
        } catch (Throwable e) {
            exit(1, e);
        }
    }

    private static void exit(int status, @Nullable Throwable failure) {
        if (failure != null) {
            StartFailure.report(failure);
        }
        System.exit(status);
    }
}
