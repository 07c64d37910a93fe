package dev.tidemark.redis.ranking;

import dev.tidemark.redis.client.Script;
import dev.tidemark.redis.client.ServerInfo;
import dev.tidemark.spi.BackendException;

/**
 * How the members and scores of a table are kept, {@code tidemark.redis.ranking-layout}. What differs is one Lua file each;
 * undos, retention and the list of tables are the same.
 */
enum RankingLayout {

    /**
     * One sorted set for each table. Everything takes O(log n).
     *
     * <pre>
     *   ranking:{game}@total     sorted set     alice → 120, bob → 95
     * </pre>
     */
    SORTED_SET("sorted-set") {
        @Override
        void requireAbleTo(ServerInfo info) {}
    },

    /**
     * A set of the members, and a hash for each with its score: the first form of the Redis Cookbook, for who wants to keep
     * more about a member in its hash. A page is {@code SORT … BY stats:…*->score GET # GET stats:…*->score LIMIT}.
     *
     * <pre>
     *   ranking:{game}@total                set      alice, bob
     *   stats:{game}@total␂alice            hash     score → 120
     *   stats:{game}@total␂bob              hash     score → 95
     *   stats-until:{game}@total            string   until when the hashes live at least, if the table has a retention
     * </pre>
     *
     * <p>␂ is the control character U+0002, and a {@code *} in a table's name becomes U+0003: no name has either, so no two
     * tables share a hash, and SORT finds only its own {@code *}.
     *
     * <p>Reads take O(n log n) in one step, dropping a table and renewing its hashes O(n); the latter happens at most once in
     * an eighth of the retention, and by so much the hashes may outlive the table. This is for tables of some thousand members.
     * Redis Cluster denies SORT … BY, so it works on a single server only.
     */
    HASH("hash") {
        @Override
        void requireAbleTo(ServerInfo info) {
            if (info.cluster()) {
                throw new BackendException(
                        "tidemark.redis.ranking-layout=hash does not work with quarkus.redis.client-type=cluster, because "
                                + "Redis Cluster denies SORT … BY: set it to sorted-set, or use a single server",
                        null);
            }
        }
    };

    private final String written;

    RankingLayout(String written) {
        this.written = written;
    }

    /** Throws if this layout cannot work on such a server. */
    abstract void requireAbleTo(ServerInfo info);

    /** As it stands in the settings. */
    String written() {
        return written;
    }

    /** A script on tables of this layout. */
    Script script(String... files) {
        String[] all = new String[files.length + 3];
        all[0] = "ranking-base.lua";
        all[1] = "ranking-" + written + ".lua";
        all[2] = "ranking-table.lua";
        System.arraycopy(files, 0, all, 3, files.length);
        return Script.of(all);
    }
}
