package dev.tidemark.spi;

import dev.tidemark.Durations;
import dev.tidemark.InvalidValueException;
import dev.tidemark.timeseries.Precision;
import dev.tidemark.timeseries.PrecisionRules;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A backend's own settings, {@code tidemark.NAME.*}, and those that hold for all of them. Each getter checks what it
 * reads and fails with a {@link BackendException} that names the property.
 */
public final class BackendConfig {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,9}|\\d{1,18}(?![KMGkmg]))([KMGkmg%]?)");

    private final String prefix;
    private final Function<String, @Nullable String> settings;
    private final Set<String> names;
    private final PrecisionRules precision;
    private final @Nullable Duration sampleRetention;
    private final Set<String> known;

    private BackendConfig(
            String prefix,
            Function<String, @Nullable String> settings,
            Set<String> names,
            PrecisionRules precision,
            @Nullable Duration sampleRetention,
            Set<String> known) {
        this.known = known;
        this.prefix = prefix;
        this.settings = settings;
        this.names = Set.copyOf(names);
        this.precision = precision;
        this.sampleRetention = sampleRetention;
    }

    /**
     * Settings as they were written, checked when they are read.
     *
     * @param backend the backend's name
     * @param settings its settings without the prefix: {@code dir}, not {@code tidemark.ranked.dir}
     */
    public static BackendConfig of(String backend, Map<String, String> settings) {
        Map<String, String> copy = Map.copyOf(settings);
        return of(backend, copy::get, copy.keySet());
    }

    /**
     * Settings that are looked up when they are read: a name is found in the environment only by who knows how it is spelt,
     * because {@code COUNT_LAYOUT} may be {@code count-layout} or {@code count.layout}.
     *
     * @param settings returns the value of a key, which may be empty, or null if it is not set
     * @param names the keys that seem to be set, as far as that can be told
     */
    public static BackendConfig of(String backend, Function<String, @Nullable String> settings, Set<String> names) {
        return new BackendConfig(
                "tidemark." + backend + ".",
                settings,
                names,
                PrecisionRules.EXACT,
                null,
                ConcurrentHashMap.newKeySet());
    }

    public BackendConfig withPrecision(PrecisionRules rules) {
        return new BackendConfig(prefix, settings, names, rules, sampleRetention, known);
    }

    /** The same with samples kept for so long after they were written; null is for ever. */
    public BackendConfig withSampleRetention(@Nullable Duration retention) {
        return new BackendConfig(prefix, settings, names, precision, retention, known);
    }

    /** How the visits of a series are kept. */
    public Precision precision(String series) {
        return precision.of(series);
    }

    /** How long a sample is kept after it was written; empty is for ever. */
    public Optional<Duration> sampleRetention() {
        return Optional.ofNullable(sampleRetention);
    }

    /**
     * What was set, or {@code otherwise} if nothing was.
     *
     * @throws BackendException if it was set to nothing
     */
    public String text(String key, String otherwise) {
        known.add(key);
        String value = settings.apply(key);
        if (value != null && value.isBlank()) {
            throw BackendException.emptySetting(prefix + key);
        }
        return value == null ? otherwise : value;
    }

    public Duration duration(String key, Duration otherwise) {
        String value = text(key, "");
        try {
            return value.isEmpty() ? otherwise : Durations.parse(value);
        } catch (InvalidValueException e) {
            throw BackendException.badSetting(prefix + key, value, "a duration such as 500ms, 10s or 5m");
        }
    }

    public int number(String key, int otherwise, int min, int max) {
        String value = text(key, Integer.toString(otherwise));
        try {
            return (int) InvalidValueException.requireBetween(key, Long.parseLong(value.strip()), min, max);
        } catch (NumberFormatException | InvalidValueException e) {
            throw BackendException.badSetting(prefix + key, value, "a whole number, " + min + " to " + max);
        }
    }

    /**
     * Reads an amount of memory: a number of bytes such as {@code 1048576}, {@code 512K}, {@code 800M} or {@code 2G}, or a part
     * of a whole, such as {@code 75%}. Never more than the whole.
     */
    public long size(String key, String otherwise, long whole) {
        String value = text(key, otherwise);
        Matcher size = SIZE.matcher(value.strip());
        long number = size.matches() ? Long.parseLong(size.group(1)) : 0;
        String unit = size.matches() ? size.group(2).toUpperCase(Locale.ROOT) : "";
        if (number == 0 || (unit.equals("%") && number > 100)) {
            throw BackendException.badSetting(prefix + key, value, "a size such as 800M or 2G, or 1% to 100%");
        }
        return switch (unit) {
            case "%" -> whole / 100 * number;
            case "K" -> Math.min(whole, number << 10);
            case "M" -> Math.min(whole, number << 20);
            case "G" -> Math.min(whole, number << 30);
            default -> Math.min(whole, number);
        };
    }

    /** Reads an enum's constant, written in lower case with hyphens: {@code SORTED_SET} is {@code sorted-set}. */
    public <E extends Enum<E>> E choice(String key, E otherwise) {
        E[] choices = otherwise.getDeclaringClass().getEnumConstants();
        String value = text(key, written(otherwise));
        return Arrays.stream(choices)
                .filter(choice -> written(choice).equals(value))
                .findFirst()
                .orElseThrow(() -> BackendException.badSetting(
                        prefix + key,
                        value,
                        Arrays.stream(choices).map(BackendConfig::written).collect(Collectors.joining(" or "))));
    }

    /** The properties that were set but that nobody has asked for: most likely misspelt. */
    public Set<String> unused() {
        Set<String> spelt = known.stream().map(BackendConfig::withoutHyphens).collect(Collectors.toSet());
        return names.stream()
                .filter(key -> !spelt.contains(withoutHyphens(key)))
                .map(key -> prefix + key)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String withoutHyphens(String key) {
        return key.replace('-', '.');
    }

    private static String written(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
