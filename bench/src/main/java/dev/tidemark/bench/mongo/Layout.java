package dev.tidemark.bench.mongo;

import java.util.Locale;

/** The layouts of samples, as {@code tidemark.mongo.sample-layout} names them. */
enum Layout {
    POINT,
    MINUTE,
    SIZE,
    NATIVE;

    String setting() {
        return name().toLowerCase(Locale.ROOT);
    }

    String collection() {
        return "samples." + setting();
    }
}
