package dev.tidemark.timeseries;

import dev.tidemark.InvalidValueException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A width of buckets and how long they are kept.
 *
 * <p>Time is cut into buckets of {@code duration}, counted from 1970 by {@link Math#floorDiv}, so that earlier times work
 * too. A bucket is kept at least {@code retention} after its last write. Backends keep neighbouring buckets together and
 * drop them together, so it may stay longer by one such group, which is at most {@value #MAX_GROUP} buckets; after that
 * it reads as 0.
 *
 * @param name letters, digits, {@code _} and {@code -}, such as {@code 1min}
 * @param duration whole milliseconds, at least one
 * @param retention at least one duration; null keeps the buckets for ever
 */
public record Granularity(
        String name, Duration duration, @Nullable Duration retention) {

    /** The most buckets that a backend may keep and drop together. */
    public static final int MAX_GROUP = 512;

    // Before the constants, whose constructor uses them.
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,32}");
    private static final Duration MAX_DURATION = Duration.ofDays(366_000);

    public static final Granularity SECOND = new Granularity("1sec", Duration.ofSeconds(1), Duration.ofHours(2));
    public static final Granularity MINUTE = new Granularity("1min", Duration.ofMinutes(1), Duration.ofDays(7));
    public static final Granularity HOUR = new Granularity("1hour", Duration.ofHours(1), Duration.ofDays(60));
    public static final Granularity DAY = new Granularity("1day", Duration.ofDays(1), null);

    public static final List<Granularity> DEFAULTS = List.of(SECOND, MINUTE, HOUR, DAY);

    public Granularity {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidValueException(
                    "a granularity's name must be 1 to 32 letters, digits, '_' or '-', but is '" + name + "'");
        }
        if (duration.compareTo(Duration.ofMillis(1)) < 0
                || duration.compareTo(MAX_DURATION) > 0
                || duration.toNanosPart() % 1_000_000 != 0) {
            throw new InvalidValueException("the duration of granularity '" + name
                    + "' must be whole milliseconds, 1ms to 366000d, but is " + duration);
        }
        if (retention != null && (retention.compareTo(duration) < 0 || retention.compareTo(MAX_DURATION) > 0)) {
            throw new InvalidValueException("the retention of granularity '" + name
                    + "' must be at least its duration, " + duration + ", and at most 366000d, but is " + retention);
        }
    }

    /** The number of the bucket that {@code time} falls in; bucket 0 starts at 1970-01-01T00:00Z. */
    public long bucket(Instant time) {
        return Math.floorDiv(time.toEpochMilli(), duration.toMillis());
    }

    /** The first instant of a bucket. */
    public Instant start(long bucket) {
        return Instant.ofEpochMilli(Math.multiplyExact(bucket, duration.toMillis()));
    }
}
