package dev.tidemark.it;

import dev.tidemark.service.cases.BackendTraits;
import java.util.Map;

/** With nothing set: on disk, in the folder that the process starts in. */
class RankedRestIT extends RestSuite {

    @Override
    protected ServiceProcess launch() {
        return ServiceProcess.launch(Map.of());
    }

    @Override
    protected BackendTraits backend() {
        return new BackendTraits("ranked", false);
    }
}
