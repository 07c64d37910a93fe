package dev.tidemark.redis.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;

/**
 * A Lua script, which Redis runs as one step.
 *
 * @param sha1 what Redis knows it by once it has seen it
 */
public record Script(String source, String sha1) {

    /** Puts a script together from files in {@code dev/tidemark/redis/lua}, in this order. */
    public static Script of(String... files) {
        return withConstants("", files);
    }

    /** The same after some Lua that sets what holds for all calls, and so need not be sent with each. */
    public static Script withConstants(String constants, String... files) {
        String source = constants + Arrays.stream(files).map(Script::read).collect(Collectors.joining("\n"));
        return new Script(source, sha1(source));
    }

    /** Begins a call of this script. */
    public ScriptCall call() {
        return new ScriptCall(this);
    }

    private static String read(String file) {
        String path = "/dev/tidemark/redis/lua/" + file;
        try (InputStream in = Script.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the jar of tidemark-backend-redis lacks " + path);
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(String source) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(source.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }
}
