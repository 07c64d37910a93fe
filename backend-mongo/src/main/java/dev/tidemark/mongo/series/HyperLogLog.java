package dev.tidemark.mongo.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * How many different members there were, from 16,384 registers: standard error 0.81 %.
 *
 * <p>A member's hash picks a register by its first 14 bits; the register keeps the largest number of zeros, plus one, that any
 * hash of it begins with after those. So adding is taking a maximum, and so is uniting, in whatever order and however often. The
 * estimate is the one of Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017), which needs no correction
 * for small or large numbers.
 */
final class HyperLogLog {

    static final int REGISTERS = 1 << 14;

    private static final int INDEX_BITS = 14;
    private static final int HASH_BITS = 64 - INDEX_BITS;
    private static final double ALPHA = 1 / (2 * Math.log(2));

    private final byte[] registers = new byte[REGISTERS];

    /** Where a member goes, and what its register becomes at least. */
    record Mark(int register, int value) {

        static Mark of(String member) {
            long hash = hash(member);
            int register = (int) (hash >>> HASH_BITS);
            long rest = hash << INDEX_BITS;
            return new Mark(register, rest == 0 ? HASH_BITS + 1 : Long.numberOfLeadingZeros(rest) + 1);
        }

        /** Any hash that spreads evenly does; this one every Java has. */
        private static long hash(String member) {
            try {
                return ByteBuffer.wrap(MessageDigest.getInstance("SHA-1").digest(member.getBytes(UTF_8)))
                        .getLong();
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-1", e);
            }
        }
    }

    void raise(int register, int value) {
        registers[register] = (byte) Math.max(registers[register], value);
    }

    void add(HyperLogLog other) {
        for (int i = 0; i < REGISTERS; i++) {
            raise(i, other.registers[i]);
        }
    }

    long estimate() {
        int[] histogram = new int[HASH_BITS + 2];
        for (byte value : registers) {
            histogram[value]++;
        }
        double z = REGISTERS * tau(1 - (double) histogram[HASH_BITS + 1] / REGISTERS);
        for (int value = HASH_BITS; value >= 1; value--) {
            z = 0.5 * (z + histogram[value]);
        }
        z += REGISTERS * sigma((double) histogram[0] / REGISTERS);
        return Math.round(ALPHA * REGISTERS * REGISTERS / z);
    }

    private static double sigma(double x) {
        if (x == 1) {
            return Double.POSITIVE_INFINITY;
        }
        double power = x;
        double weight = 1;
        double sum = x;
        double before;
        do {
            power *= power;
            before = sum;
            sum += power * weight;
            weight += weight;
        } while (sum != before);
        return sum;
    }

    private static double tau(double x) {
        if (x == 0 || x == 1) {
            return 0;
        }
        double root = x;
        double weight = 1;
        double sum = 1 - x;
        double before;
        do {
            root = Math.sqrt(root);
            before = sum;
            weight *= 0.5;
            sum -= (1 - root) * (1 - root) * weight;
        } while (sum != before);
        return sum / 3;
    }
}
