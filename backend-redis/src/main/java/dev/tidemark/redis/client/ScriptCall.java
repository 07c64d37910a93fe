package dev.tidemark.redis.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;

/** A script with its keys and arguments. On a cluster all keys of a call carry the same hash tag. */
public final class ScriptCall {

    private final Script script;
    private final List<byte[]> keys = new ArrayList<>();
    private final List<byte[]> args = new ArrayList<>();

    ScriptCall(Script script) {
        this.script = script;
    }

    public ScriptCall key(String key) {
        keys.add(key.getBytes(UTF_8));
        return this;
    }

    public ScriptCall arg(String arg) {
        args.add(arg.getBytes(UTF_8));
        return this;
    }

    public ScriptCall arg(long arg) {
        args.add(Decimal.bytes(arg));
        return this;
    }

    /** The same call with another first argument. */
    public ScriptCall withFirstArg(long arg) {
        ScriptCall other = new ScriptCall(script);
        other.keys.addAll(keys);
        other.args.addAll(args);
        other.args.set(0, Decimal.bytes(arg));
        return other;
    }

    /** The call for a server that knows the script already. */
    Request bySha1() {
        return request(Command.EVALSHA, script.sha1());
    }

    /** The call for a server that does not. */
    Request bySource() {
        return request(Command.EVAL, script.source());
    }

    private Request request(Command command, String which) {
        Request request = Request.cmd(command).arg(which).arg(keys.size());
        keys.forEach(request::arg);
        args.forEach(request::arg);
        return request;
    }
}
