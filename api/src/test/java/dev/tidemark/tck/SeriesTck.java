package dev.tidemark.tck;

import static dev.tidemark.tck.Stages.assertFails;
import static dev.tidemark.tck.Stages.get;
import static dev.tidemark.timeseries.Event.Kind.COUNT;
import static dev.tidemark.timeseries.Event.Kind.SAMPLE;
import static dev.tidemark.timeseries.Event.Kind.VISIT;
import static dev.tidemark.timeseries.Granularity.DAY;
import static dev.tidemark.timeseries.Granularity.MINUTE;
import static dev.tidemark.timeseries.Granularity.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.InvalidValueException;
import dev.tidemark.Names;
import dev.tidemark.Page;
import dev.tidemark.timeseries.Count;
import dev.tidemark.timeseries.Event;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.Sample;
import dev.tidemark.timeseries.SeriesInfo;
import dev.tidemark.timeseries.Summary;
import dev.tidemark.timeseries.Uniques;
import dev.tidemark.timeseries.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Series as wholes: their names, their list, and deleting them. */
abstract class SeriesTck extends TimeSeriesGroup {

    SeriesTck(Supplier<TckBackend> kits, Precision precision) {
        super(kits, precision);
    }

    private void insertAllKinds(String series) {
        insert(new Count(series, at(0), 5), new Visit(series, at(0), "a"), new Sample(series, at(0), 1.5));
    }

    private void assertAllKinds(String series) {
        assertThat(values(series, MINUTE, range(0, 60))).containsExactly(5L, 0L);
        assertThat(get(series().uniques(series, DAY, range(0, 60))).distinct()).isEqualTo(1);
        assertThat(get(series().samples(series, range(0, 60), 5))).containsExactly(new Sample(series, at(0), 1.5));
        assertThat(get(series().summaries(series, DAY, range(0, 60)))).containsExactly(Summary.of(at(0), 1.5));
    }

    private void assertNothing(String series) {
        assertThat(values(series, MINUTE, range(0, 60))).containsExactly(0L, 0L);
        assertThat(get(series().uniques(series, DAY, range(0, 60))).distinct()).isZero();
        assertThat(get(series().samples(series, range(0, 60), 5))).isEmpty();
        assertThat(get(series().summaries(series, DAY, range(0, 60)))).isEmpty();
    }

    @Nested
    @DisplayName("by name")
    class ByName {

        @ParameterizedTest
        @MethodSource("dev.tidemark.tck.Oddities#names")
        @DisplayName("may be called anything legal, and is found under that name")
        void legal(String name) {
            insertAllKinds(name);
            assertAllKinds(name);
            assertThat(get(series().series(name, "", 10)).items())
                    .containsExactly(new SeriesInfo(name, Set.of(COUNT, VISIT, SAMPLE)));
            assertThat(get(series().countAndGet(new Count(name, at(0), 1), SECOND)))
                    .isEqualTo(6);
            assertThat(get(series().delete(name))).isTrue();
            assertNothing(name);
        }

        @Test
        @DisplayName("do not mix, however alike their names are")
        void doNotMix() {
            List<String> names = Oddities.names().toList();
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                events.add(new Count(names.get(i), at(0), i + 1));
                events.add(new Sample(names.get(i), at(0), i));
            }
            get(series().insert(events));
            for (int i = 0; i < names.size(); i++) {
                assertThat(value(names.get(i), SECOND, 0)).isEqualTo(i + 1);
                assertThat(get(series().samples(names.get(i), range(0, 0), 2)))
                        .containsExactly(new Sample(names.get(i), at(0), i));
            }
            assertThat(names())
                    .containsExactlyElementsOf(
                            names.stream().sorted(Names.UTF8_ORDER).toList());
        }

        @ParameterizedTest
        @MethodSource("dev.tidemark.tck.Oddities#dots")
        @DisplayName("cannot be called . or .., which HTTP clients resolve in paths; a visitor can")
        void dots(String name) {
            List<Event> batch = List.of(new Count("a", at(0), 1), new Count(name, at(0), 1));
            assertFails(series().insert(batch), InvalidValueException.class);
            assertFails(series().countAndGet(new Count(name, at(0), 1), SECOND), InvalidValueException.class);
            assertFails(series().counts(name, SECOND, range(0, 0)), InvalidValueException.class);
            assertFails(series().uniques(name, SECOND, range(0, 0)), InvalidValueException.class);
            assertFails(series().samples(name, range(0, 0), 1), InvalidValueException.class);
            assertFails(series().summaries(name, SECOND, range(0, 0)), InvalidValueException.class);
            assertFails(series().delete(name), InvalidValueException.class);
            assertThat(names()).isEmpty();
            get(series().insert(List.of(new Visit("a", at(0), name))));
            assertThat(get(series().uniques("a", SECOND, range(0, 0))).distinct())
                    .isEqualTo(1);
        }

        @ParameterizedTest
        @MethodSource("dev.tidemark.tck.Oddities#illegalNames")
        @DisplayName("is refused through the stage where the name is not legal")
        void illegal(String name) {
            assertFails(series().counts(name, SECOND, range(0, 0)), InvalidValueException.class);
            assertFails(series().uniques(name, SECOND, range(0, 0)), InvalidValueException.class);
            assertFails(series().samples(name, range(0, 0), 1), InvalidValueException.class);
            assertFails(series().summaries(name, SECOND, range(0, 0)), InvalidValueException.class);
            assertFails(series().delete(name), InvalidValueException.class);
            if (!name.isEmpty()) {
                assertFails(series().series(name, "", 1), InvalidValueException.class);
                assertFails(series().series("", name, 1), InvalidValueException.class);
            }
            assertThat(names()).isEmpty();
        }

        @Test
        @DisplayName("holds counts, visits and samples as three separate things")
        void threeThings() {
            insert(
                    new Count("x", at(0), 1),
                    new Visit("x", at(0), "a"),
                    new Sample("x", at(0), 7),
                    new Visit("x", at(1), "b"),
                    new Count("x", at(1), 10),
                    new Sample("x", at(0), 8),
                    new Visit("x", at(1), "a"));
            assertThat(values("x", SECOND, range(0, 1))).containsExactly(1L, 10L);
            Uniques uniques = get(series().uniques("x", MINUTE, range(0, 1)));
            assertThat(uniques.distinct()).isEqualTo(2);
            assertThat(get(series().samples("x", range(0, 9), 9))).containsExactly(new Sample("x", at(0), 8));
        }
    }

    @Nested
    @DisplayName("in a list")
    class InAList {

        private List<String> page(String prefix, String after, int limit) {
            return get(series().series(prefix, after, limit)).items().stream()
                    .map(SeriesInfo::name)
                    .toList();
        }

        private void insertAll(String... names) {
            for (String name : names) {
                count(name, 0, 1);
            }
        }

        @Test
        @DisplayName("is empty at first and has no next page")
        void empty() {
            assertThat(get(series().series("", "", 10))).isEqualTo(new Page<SeriesInfo>(List.of(), null));
        }

        @Test
        @DisplayName("tells which kinds each has")
        void kinds() {
            insert(
                    new Count("c", at(0), 1),
                    new Visit("v", at(0), "m"),
                    new Sample("s", at(0), 1),
                    new Count("cs", at(0), 1),
                    new Sample("cs", at(9), 1));
            insert(new Visit("c", at(0), "m"));
            assertThat(get(series().series("", "", 10)).items())
                    .containsExactly(
                            new SeriesInfo("c", Set.of(COUNT, VISIT)),
                            new SeriesInfo("cs", Set.of(COUNT, SAMPLE)),
                            new SeriesInfo("s", Set.of(SAMPLE)),
                            new SeriesInfo("v", Set.of(VISIT)));
        }

        @Test
        @DisplayName("is in order of UTF-8 bytes, where Java's own order differs")
        void utf8Order() {
            insertAll("\uD83D\uDE00", "\uFF5E", "z", "é", "Z", "a", "aa", "~");
            assertThat(names()).containsExactly("Z", "a", "aa", "z", "~", "é", "\uFF5E", "\uD83D\uDE00");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 7, 24, 25, 26, 1_000})
        @DisplayName("comes page by page without gaps or repeats, and next is null at the end")
        void pages(int limit) {
            List<String> names = IntStream.range(0, 25)
                    .mapToObj(i -> "s" + i)
                    .sorted(Names.UTF8_ORDER)
                    .toList();
            insertAll(names.toArray(String[]::new));
            List<String> found = new ArrayList<>();
            String after = "";
            while (after != null) {
                Page<SeriesInfo> page = get(series().series("", after, limit));
                assertThat(page.items()).hasSize(Math.min(limit, 25 - found.size()));
                page.items().forEach(info -> found.add(info.name()));
                assertThat(page.next() == null).isEqualTo(found.size() == 25);
                after = page.next();
            }
            assertThat(found).isEqualTo(names);
        }

        @Test
        @DisplayName("takes a prefix literally, special characters and all")
        void prefixes() {
            insertAll("a", "a*", "a*b", "ab", "a:b", "b", "[a]", "a.b", "a%", "\\a", "A");
            assertThat(page("a*", "", 10)).containsExactly("a*", "a*b");
            assertThat(page("[", "", 10)).containsExactly("[a]");
            assertThat(page("a.", "", 10)).containsExactly("a.b");
            assertThat(page("\\", "", 10)).containsExactly("\\a");
            assertThat(page("a", "", 20)).containsExactly("a", "a%", "a*", "a*b", "a.b", "a:b", "ab");
            assertThat(page("c", "", 10)).isEmpty();
        }

        @Test
        @DisplayName("goes on after a name that need not exist, within the prefix only")
        void after() {
            insertAll("a1", "a2", "a3", "b1");
            assertThat(page("a", "a1", 10)).containsExactly("a2", "a3");
            assertThat(page("a", "a1x", 10)).containsExactly("a2", "a3");
            assertThat(page("a", "A", 1)).containsExactly("a1");
            assertThat(page("a", "b", 10)).isEmpty();
            assertThat(page("", "a3", 10)).containsExactly("b1");
        }

        @Test
        @DisplayName("refuses a limit of 0")
        void limitZero() {
            assertFails(series().series("", "", 0), InvalidValueException.class);
        }
    }

    @Nested
    @DisplayName("to delete")
    class Deleting {

        @Test
        @DisplayName("are gone with all they had, and the others stay")
        void everythingGone() {
            insertAllKinds("x");
            insertAllKinds("x:");
            insertAllKinds("xx");
            assertThat(get(series().delete("x"))).isTrue();
            assertNothing("x");
            assertAllKinds("x:");
            assertAllKinds("xx");
            assertThat(names()).containsExactly("x:", "xx");
        }

        @Test
        @DisplayName("answer whether there was anything")
        void answers() {
            assertThat(get(series().delete("x"))).isFalse();
            insert(new Sample("x", at(0), 1));
            assertThat(get(series().delete("x"))).isTrue();
            assertThat(get(series().delete("x"))).isFalse();
        }

        @Test
        @DisplayName("can be written again and begin from nothing")
        void writtenAgain() {
            insertAllKinds("x");
            count("x", 100_000, 9);
            get(series().delete("x"));
            insertAllKinds("x");
            assertAllKinds("x");
            assertThat(value("x", DAY, 100_000)).isZero();
            assertThat(names()).containsExactly("x");
        }

        @Test
        @DisplayName("are gone in far-away times too")
        void farAway() {
            List<Long> seconds = List.of(-62_135_596_800L, -1L, 0L, 1_000_000_000L, 253_402_300_799L);
            for (long second : seconds) {
                insert(new Count("x", at(second), 1), new Visit("x", at(second), "a"), new Sample("x", at(second), 1));
            }
            assertThat(get(series().delete("x"))).isTrue();
            for (long second : seconds) {
                assertThat(value("x", SECOND, second)).isZero();
                assertThat(value("x", DAY, second)).isZero();
                assertThat(get(series().uniques("x", DAY, range(second, second)))
                                .distinct())
                        .isZero();
                assertThat(get(series().samples("x", range(second, second), 1))).isEmpty();
            }
        }
    }
}
