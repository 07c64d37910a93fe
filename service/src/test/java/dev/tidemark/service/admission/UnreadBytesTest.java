package dev.tidemark.service.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Of the connections that wait for their clients to read")
class UnreadBytesTest {

    private static final int RESPONSE = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int STEP_MILLIS = 500;

    private final AtomicInteger cutOff = new AtomicInteger();
    private final UnreadBytes account = new UnreadBytes(6 * RESPONSE, cutOff::incrementAndGet);
    private final List<Client> clients = new ArrayList<>();

    /** A connection whose client reads when it is told to. */
    private static final class Client extends EmbeddedChannel {

        private int reads;

        Client(UnreadBytes account) {
            super(new UnreadConnection(account, PATIENCE));
        }

        /** A response is one buffer, as most are. */
        Client answer() {
            ChannelFuture unused = writeOneOutbound(Unpooled.wrappedBuffer(new byte[RESPONSE]));
            flushOutbound();
            return this;
        }

        void read(int bytes) {
            reads = bytes;
            // As when the system has room again.
            unsafe().flush();
        }

        void passTime() {
            advanceTimeBy(STEP_MILLIS, TimeUnit.MILLISECONDS);
            runPendingTasks();
        }

        @Override
        protected void doWrite(ChannelOutboundBuffer buffer) {
            int bytes = Math.min(reads, buffer.current() == null ? 0 : RESPONSE);
            reads = 0;
            buffer.nioBuffers();
            buffer.removeBytes(bytes);
        }
    }

    @AfterEach
    void end() {
        clients.forEach(Client::finishAndReleaseAll);
    }

    private Client answer() {
        Client client = new Client(account).answer();
        clients.add(client);
        return client;
    }

    private List<Client> answer(int number) {
        List<Client> answered = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            answered.add(answer());
        }
        return answered;
    }

    @Test
    @DisplayName("those that have waited longest are closed above the limit, and none below it")
    void oldest() {
        List<Client> clients = answer(5);
        assertThat(clients).allMatch(Client::isOpen);
        assertThat(account.total()).isBetween(5L * RESPONSE, 6L * RESPONSE);

        clients.addAll(answer(2));

        assertThat(clients.stream().map(Client::isOpen)).containsExactly(false, false, true, true, true, true, true);
        assertThat(cutOff).hasValue(2);
    }

    /** A buffer counts until its last byte has been sent, and so clients that read seemed to read nothing. */
    @Test
    @DisplayName("those whose clients have read a part of a response are closed last")
    void readers() {
        List<Client> readers = answer(3);
        for (int i = 0; i < 3; i++) {
            readers.forEach(reader -> reader.read(100));
            readers.forEach(Client::passTime);
        }

        List<Client> dead = answer(50);

        assertThat(readers).allMatch(Client::isOpen);
        assertThat(dead.stream().filter(Client::isOpen)).hasSize(2);
        assertThat(cutOff).hasValue(48);
    }

    @Test
    @DisplayName("what goes into the system's buffers at first has not been read")
    void systemBuffers() {
        List<Client> dead = answer(3);
        dead.forEach(client -> client.read(100));
        for (int i = 0; i < 3; i++) {
            dead.forEach(Client::passTime);
        }

        answer(5);

        assertThat(dead).noneMatch(Client::isOpen);
    }

    @Test
    @DisplayName("a client that has not read for five seconds is one that reads nothing")
    void formerReaders() {
        List<Client> readers = answer(3);
        for (int i = 0; i < 3; i++) {
            readers.forEach(reader -> reader.read(100));
            readers.forEach(Client::passTime);
        }
        for (int i = 0; i < 9; i++) {
            readers.forEach(Client::passTime);
        }
        answer(4);
        assertThat(readers).allMatch(Client::isOpen);

        readers.forEach(Client::passTime);
        answer(3);

        assertThat(readers).noneMatch(Client::isOpen);
    }

    @Test
    @DisplayName("what has been read no longer counts")
    void readAll() {
        Client client = answer();
        for (int i = 0; i < 3; i++) {
            client.read(RESPONSE);
            client.passTime();
        }
        assertThat(account.total()).isZero();
        client.answer();
        client.finishAndReleaseAll();
        assertThat(account.total()).isZero();
    }
}
