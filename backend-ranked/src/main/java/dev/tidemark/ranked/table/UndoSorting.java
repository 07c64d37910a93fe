package dev.tidemark.ranked.table;

/**
 * Puts undos in order byte by byte, the least telling first (H. Seward's radix sort, 1954): many have the same deadline, or
 * nearly, so a sort that compares would guess wrong half of the time. Bytes in which all agree are left out, which are most.
 */
final class UndoSorting {

    private static final int VALUES = 1 << Byte.SIZE;

    private UndoSorting() {}

    /** Sorts the first {@code count} of undos by deadline, then amount. Answers one of the arrays, the other is of no use. */
    static long[] sort(long[] undos, long[] spare, int count) {
        long[] from = undos;
        long[] to = spare;
        for (int word : new int[] {Undos.AMOUNT, Undos.DEADLINE}) {
            long differing = differing(from, word, count);
            for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
                if (byteAt(differing, shift) != 0) {
                    sortByByte(from, to, word, shift, count);
                    long[] sorted = to;
                    to = from;
                    from = sorted;
                }
            }
        }
        return from;
    }

    /** The bits that are not the same in all. */
    private static long differing(long[] undos, int word, int count) {
        long differing = 0;
        for (int i = 0; i < count; i++) {
            differing |= undos[Undos.word(i) + word] ^ undos[word];
        }
        return differing;
    }

    private static void sortByByte(long[] from, long[] to, int word, int shift, int count) {
        int[] places = new int[VALUES];
        for (int i = 0; i < count; i++) {
            places[orderedByteAt(from[Undos.word(i) + word], shift)]++;
        }
        int before = 0;
        for (int value = 0; value < VALUES; value++) {
            int those = places[value];
            places[value] = before;
            before += those;
        }
        for (int i = 0; i < count; i++) {
            Undos.copy(from, i, to, places[orderedByteAt(from[Undos.word(i) + word], shift)]++);
        }
    }

    /** Negative numbers come first. */
    private static int orderedByteAt(long number, int shift) {
        return byteAt(number ^ Long.MIN_VALUE, shift);
    }

    private static int byteAt(long number, int shift) {
        return (int) (number >>> shift) & (VALUES - 1);
    }
}
