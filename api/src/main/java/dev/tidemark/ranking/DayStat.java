package dev.tidemark.ranking;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * How a member of a board did on one day.
 *
 * @param score 0 where it was not there
 * @param rank null where it was not there
 */
public record DayStat(LocalDate day, long score, @Nullable Long rank) {}
