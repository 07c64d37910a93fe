package io.quarkus.smallrye.openapi.runtime;

import io.quarkus.arc.Unremovable;
import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import io.quarkus.smallrye.openapi.runtime.filter.AutoSecurityFilter;
import io.smallrye.openapi.runtime.io.Format;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Prepares the description of the calls when somebody asks for it, and not while the service starts, of which it is a fifth.
 * Quarkus does so before 3.31 and again since its pull request 55538: with a version that has that, this class has to go. It is
 * in Quarkus' own package, because only there can it step in. In tests and in development mode that is not enough: this class
 * comes from another class loader there, so Quarkus does as it does.
 */
@Alternative
@Unremovable // nobody injects it: Quarkus looks it up
@Priority(1)
@IfBuildProfile("prod")
@Singleton
public class LazyOpenApiDocuments extends OpenApiDocumentService {

    private final Map<String, Runnable> toPrepare = new HashMap<>();

    @Override
    synchronized void prepareDocument(
            AutoSecurityFilter security, Map<OpenApiFilter.RunStage, List<String>> filters, String name) {
        toPrepare.put(name, () -> super.prepareDocument(security, filters, name));
    }

    @Override
    public synchronized byte[] getDocument(String name, Format format) {
        Runnable preparation = toPrepare.remove(name);
        if (preparation != null) {
            preparation.run();
        }
        return super.getDocument(name, format);
    }
}
