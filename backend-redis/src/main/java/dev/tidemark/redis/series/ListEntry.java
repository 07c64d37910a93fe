package dev.tidemark.redis.series;

import dev.tidemark.timeseries.Event;

/**
 * That a series has events of a kind, as it stands in the list of series: the name, a zero byte and a letter. No name contains
 * a zero byte, so the entries of a name stand together and names are in order of their bytes.
 */
record ListEntry(String series, Event.Kind kind) {

    private static final char SEPARATOR = '\0';

    String text() {
        return series + SEPARATOR + letter(kind);
    }

    static ListEntry parse(String text) {
        int end = text.length() - 2;
        return new ListEntry(text.substring(0, end), kind(text.charAt(end + 1)));
    }

    private static char letter(Event.Kind kind) {
        return switch (kind) {
            case COUNT -> 'c';
            case VISIT -> 'v';
            case SAMPLE -> 's';
        };
    }

    private static Event.Kind kind(char letter) {
        for (Event.Kind kind : Event.Kind.values()) {
            if (letter(kind) == letter) {
                return kind;
            }
        }
        throw new IllegalStateException("'" + letter + "' in the list of series stands for nothing");
    }
}
