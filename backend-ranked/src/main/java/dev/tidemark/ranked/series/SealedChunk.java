package dev.tidemark.ranked.series;

import dev.tidemark.ranked.bytes.ByteReader;
import dev.tidemark.ranked.bytes.ByteWriter;

/** Samples that nobody writes to, in bits. Never changes; each reader decodes it for itself. */
final class SealedChunk implements Chunk {

    private final long first;
    private final int size;

    /** How many digits the values have after the point, or {@link Decimals#NONE}. */
    private final int digits;

    private final long[] words;

    SealedChunk(long first, int size, int digits, long[] words) {
        this.first = first;
        this.size = size;
        this.digits = digits;
        this.words = words;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long first() {
        return first;
    }

    @Override
    public boolean forEach(long from, long to, Visitor visitor) {
        SampleDecoder decoder = new SampleDecoder(first, digits, words);
        for (int i = 0; i < size; i++) {
            long time = decoder.nextTime();
            if (time > to) {
                return true;
            }
            double value = decoder.nextValue();
            if (time >= from && !visitor.take(time, value)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public OpenChunk open() {
        OpenChunk chunk = new OpenChunk(Math.min(CAPACITY, size + 1));
        SampleDecoder decoder = new SampleDecoder(first, digits, words);
        for (int i = 0; i < size; i++) {
            chunk.put(decoder.nextTime(), decoder.nextValue());
        }
        return chunk;
    }

    @Override
    public SealedChunk seal() {
        return this;
    }

    void write(ByteWriter out) {
        out.writeSigned(first);
        out.writeUnsigned(size);
        out.writeByte(digits);
        out.writeUnsigned(words.length);
        for (long word : words) {
            out.writeLong(word);
        }
    }

    static SealedChunk read(ByteReader in) {
        long first = in.readSigned();
        int size = in.readCount();
        int digits = in.readByte();
        long[] words = new long[in.readCount()];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.readLong();
        }
        return new SealedChunk(first, size, digits, words);
    }
}
