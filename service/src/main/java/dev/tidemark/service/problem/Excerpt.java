package dev.tidemark.service.problem;

/** The beginning of a text that a client sent, for a message that quotes it: the text itself may be megabytes long. */
public final class Excerpt {

    private static final int LENGTH = 100;

    private Excerpt() {}

    /** The text if it is short, otherwise its beginning and an ellipsis. */
    public static String of(String text) {
        return cut(text, LENGTH);
    }

    /** The first {@code length} characters and an ellipsis, if there are more. */
    static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end) + "…";
    }
}
