package dev.tidemark.service.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A request ends")
class RequestEndTest {

    private final Quota quota = new Quota(100);
    private final RequestEnd end = new RequestEnd();
    private final Runnable response = end.await();

    private void take(long amount) {
        assertThat(quota.tryTake(amount)).isTrue();
        end.addHandler(() -> quota.giveBack(amount));
    }

    @Test
    @DisplayName("with its response, if it has no work")
    void responseOnly() {
        take(60);
        response.run();
        assertThat(quota.used()).isZero();
    }

    @Test
    @DisplayName("with its work, if its client has left before")
    void abandoned() {
        take(60);
        Runnable work = end.await();
        take(10);
        response.run();
        assertThat(quota.used()).isEqualTo(70);
        assertThat(quota.tryTake(60)).isFalse();
        work.run();
        assertThat(quota.used()).isZero();
    }

    @Test
    @DisplayName("with its response, if its work is over before")
    void answered() {
        take(60);
        end.await().run();
        assertThat(quota.used()).isEqualTo(60);
        response.run();
        assertThat(quota.used()).isZero();
    }

    @Test
    @DisplayName("once, however often it is told")
    void once() {
        Runnable work = end.await();
        List<String> ends = new ArrayList<>();
        end.addHandler(() -> ends.add("end"));
        work.run();
        work.run();
        assertThat(ends).isEmpty();
        response.run();
        response.run();
        work.run();
        assertThat(ends).containsExactly("end");
    }

    @Test
    @DisplayName("before something is taken, which is given back at once")
    void tooLate() {
        response.run();
        take(60);
        assertThat(quota.used()).isZero();
    }
}
