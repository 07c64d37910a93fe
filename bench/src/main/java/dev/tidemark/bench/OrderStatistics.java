package dev.tidemark.bench;

/** What {@link RankIndexBenchmark} asks of an index by score. Ties are ordered by the member's name. */
interface OrderStatistics {

    void add(int id, long score);

    /** Gives a member that is there with one score another. */
    void move(int id, long from, long to);

    /** The ascending rank, from 0 on, of a member that is there with this score. */
    int rank(int id, long score);

    /** The id at an ascending rank. */
    int select(int rank);
}
