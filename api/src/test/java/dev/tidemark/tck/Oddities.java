package dev.tidemark.tck;

import java.util.stream.Stream;

/** Names that are legal but tempt a backend to go wrong, and names that are not legal. */
public final class Oddities {

    private Oddities() {}

    public static Stream<String> names() {
        return Stream.of(
                "a",
                "a:1sec",
                "a:1sec:0",
                "a@2026-11-15",
                "a@",
                "@",
                ":",
                "::",
                "/",
                "a/b",
                "../a",
                "*",
                "?",
                "[a]",
                "%",
                "%00",
                "%s",
                "\\",
                "'",
                "\"",
                "$a.b",
                "a.b",
                "...",
                ".a",
                " ",
                " a ",
                "{",
                "}",
                "{}",
                "}{",
                "{a}",
                "{a}b",
                "a{b}{c}",
                ":{}*@/% ",
                "é",
                "e\u0301",
                "\uFF5E",
                "\uD83D\uDE00",
                "\uD83D\uDC69\u200D\uD83D\uDCBB",
                "\u05E9\u05DC\u05D5\u05DD",
                "null",
                "0",
                "-1",
                "x".repeat(255),
                "x".repeat(256),
                "\uD83D\uDE00".repeat(64),
                "\u20AC".repeat(85) + "a");
    }

    /** Names that only members may have: in a path, a client would resolve them. */
    public static Stream<String> dots() {
        return Stream.of(".", "..");
    }

    public static Stream<String> illegalNames() {
        return Stream.of(
                "",
                "x".repeat(257),
                "\uD83D\uDE00".repeat(64) + "a",
                "\u20AC".repeat(86),
                "a\u0000b",
                "\n",
                "a\u007F",
                "\u0085",
                "a\uD83D",
                "\uDE00a",
                "\uDE00\uD83D");
    }
}
