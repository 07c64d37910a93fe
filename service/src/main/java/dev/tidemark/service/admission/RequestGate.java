package dev.tidemark.service.admission;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.vertx.core.http.impl.Http1xServerConnection;
import io.vertx.core.net.impl.VertxHandler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Shows the HTTP server one request of a connection at a time. A request that a client has pipelined waits here until the
 * response before it is complete, and until the client has read so much of it that the connection takes another one. If it does
 * not read on for {@code tidemark.limits.body-time}, the connection is closed.
 *
 * <p>Vert.x (as of 4.5.25) takes all requests at once: it keeps them in a list that it walks for each new one, starts each
 * within the end of the one before, on the same stack, and does not expect that a client leaves while some wait.
 *
 * <p>What waits is bytes. This handler stands behind the decoder, and keeps the one request, or two, that have been decoded
 * too early; {@link Input} stands before the decoder, and keeps what arrives meanwhile, which is at most what was read at
 * once: the connection is not read from. A client that does not pipeline notices nothing of all this.
 *
 * <p>What follows the last request of a connection is dropped: Vert.x would neither use nor release it.
 *
 * <pre>
 *   socket ─▶ Input ─▶ decoder ─▶ RequestGate ─▶ server
 *   socket ◀────────── encoder ◀─ RequestGate ◀─ server
 * </pre>
 */
final class RequestGate extends ChannelDuplexHandler {

    private final HttpRequestDecoder decoder;
    private final Http1xServerConnection server;
    private final long patience;
    private final Input input = new Input();
    private final Queue<Object> held = new ArrayDeque<>(4);

    /** Whether the server has a request whose response is not complete. */
    private boolean busy;

    /** Whether a request waits here, and nothing is read. */
    private boolean holding;

    /** Whether the server does not want to read either, because nobody takes the body that it has. */
    private boolean pausedByServer;

    /** Whether the connection ends with the current request: one of both sides has said so. */
    private boolean last;

    /** Whether a request has come behind the last one. */
    private boolean over;

    /** Whether only the end of the connection tells a client of HTTP/1.0 where the response ends. */
    private boolean endsByClosing;

    private @Nullable Future<?> timer;

    private RequestGate(
            HttpRequestDecoder decoder, Http1xServerConnection server, boolean busy, boolean last, Duration patience) {
        this.decoder = decoder;
        this.server = server;
        this.busy = busy;
        this.last = last;
        this.patience = patience.toMillis();
    }

    /**
     * Puts a gate before the server, unless the connection has one, or does not speak HTTP/1.
     *
     * @param busy whether the server has a request at the moment
     * @param last whether the connection ends with that request
     */
    static void install(Channel channel, boolean busy, boolean last, Duration patience) {
        ChannelPipeline pipeline = channel.pipeline();
        if (pipeline.get(RequestGate.class) != null) {
            return;
        }
        ChannelHandlerContext decoder = pipeline.context(HttpRequestDecoder.class);
        VertxHandler<?> server = pipeline.get(VertxHandler.class);
        if (decoder != null && server != null && server.getConnection() instanceof Http1xServerConnection connection) {
            RequestGate gate =
                    new RequestGate((HttpRequestDecoder) decoder.handler(), connection, busy, last, patience);
            pipeline.addBefore(decoder.name(), null, gate.input);
            pipeline.addBefore(pipeline.context(server).name(), null, gate);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!holding && mayPass(context, message)) {
            pass(context, message);
        } else {
            hold(context);
            held.add(message);
        }
    }

    private void pass(ChannelHandlerContext context, Object message) {
        if (over) {
            ReferenceCountUtil.release(message);
        } else {
            context.fireChannelRead(message);
        }
    }

    /** All parts of a request follow its head. */
    private boolean mayPass(ChannelHandlerContext context, Object message) {
        if (over || !(message instanceof HttpRequest request)) {
            return true;
        }
        if (last) {
            over = true;
            // The response may never be read, and then the server would not close the connection.
            closeLater(context);
            return true;
        }
        if (busy || !context.channel().isWritable()) {
            return false;
        }
        busy = true;
        last = !HttpUtil.isKeepAlive(request);
        return true;
    }

    private void hold(ChannelHandlerContext context) {
        if (!holding) {
            holding = true;
            // It decodes one more message, and stops. Decoded requests take twenty times as much memory.
            decoder.setSingleDecode(true);
            pausedByServer = !context.channel().config().isAutoRead();
            context.channel().config().setAutoRead(false);
            watchClient(context);
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof HttpResponse response) {
            begin(response);
        }
        boolean end = endsResponse(message);
        Future<?> unused = end && endsByClosing
                ? context.write(message, promise.unvoid()).addListener(ChannelFutureListener.CLOSE)
                : context.write(message, promise);
        if (end) {
            // The thread that ends the response holds this lock until the server is done with the request, or has
            // scheduled that. The next request begins after it, on a stack of its own.
            synchronized (server) {
                context.executor().execute(() -> {
                    busy = false;
                    release(context);
                });
            }
        }
    }

    private void begin(HttpResponse response) {
        if (response.protocolVersion().equals(HttpVersion.HTTP_1_0)
                && !HttpUtil.isContentLengthSet(response)
                && !response.status().equals(HttpResponseStatus.NO_CONTENT)
                && !response.status().equals(HttpResponseStatus.NOT_MODIFIED)) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            endsByClosing = true;
        }
        last |= response.headers().containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
    }

    private static boolean endsResponse(Object message) {
        return message instanceof LastHttpContent
                && !(message instanceof HttpResponse response
                        && response.status().codeClass() == HttpStatusClass.INFORMATIONAL);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (holding) {
            watchClient(context);
            context.executor().execute(() -> release(context));
        }
        context.fireChannelWritabilityChanged();
    }

    /** Lets in the next request if its turn has come. */
    private void release(ChannelHandlerContext context) {
        Channel channel = context.channel();
        if (!holding || busy || !channel.isWritable() || !channel.isActive()) {
            return;
        }
        holding = false;
        watchClient(context);
        decoder.setSingleDecode(false);
        if (!pausedByServer) {
            channel.config().setAutoRead(true);
        }
        while (!held.isEmpty() && mayPass(context, held.element())) {
            pass(context, held.remove());
        }
        if (held.isEmpty()) {
            input.decode();
        } else {
            hold(context);
        }
        // The server sends what it has written when it is told that no more comes at the moment.
        context.fireChannelReadComplete();
    }

    /** Closes the connection if its client has requests that wait, and does not read. */
    private void watchClient(ChannelHandlerContext context) {
        boolean waits = holding && !context.channel().isWritable();
        if (waits) {
            closeLater(context);
        } else if (!over && timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void closeLater(ChannelHandlerContext context) {
        if (timer == null) {
            timer = context.executor().schedule(() -> giveUp(context), patience, TimeUnit.MILLISECONDS);
        }
    }

    private static void giveUp(ChannelHandlerContext context) {
        // From here, and not by the server, which would wait until the client has read everything.
        Future<?> unused = context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        forget();
        context.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        forget();
    }

    private void forget() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
        held.forEach(ReferenceCountUtil::release);
        held.clear();
        input.forget();
    }

    /** The gate's other half, before the decoder. */
    private final class Input extends ChannelDuplexHandler {

        private final Queue<Object> bytes = new ArrayDeque<>(1);
        private @Nullable ChannelHandlerContext context;

        @Override
        public void handlerAdded(ChannelHandlerContext added) {
            context = added;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (over) {
                ReferenceCountUtil.release(message);
            } else if (holding) {
                bytes.add(message);
            } else {
                context.fireChannelRead(message);
            }
        }

        /** Has what came before decoded until the next request has to wait. */
        void decode() {
            if (context != null) {
                context.fireChannelRead(Unpooled.EMPTY_BUFFER);
                while (!holding && !bytes.isEmpty()) {
                    context.fireChannelRead(bytes.remove());
                }
            }
        }

        @Override
        public void read(ChannelHandlerContext context) {
            if (holding) {
                // The server wants to go on, which has to wait.
                pausedByServer = false;
                context.channel().config().setAutoRead(false);
            } else {
                context.read();
            }
        }

        void forget() {
            bytes.forEach(ReferenceCountUtil::release);
            bytes.clear();
        }
    }
}
