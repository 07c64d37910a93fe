package dev.tidemark.redis.ranking;

import dev.tidemark.redis.Keys;
import dev.tidemark.redis.client.ScriptCall;

/**
 * The keys of one table that every layout has.
 *
 * <pre>
 *   ranking:{game}@total         see {@link RankingLayout}
 *   expiring:{game}@total        sorted set   alice␁0000000000000001:5 → 1794744000000   pending undos by deadline
 *   expiring-of:{game}@total     sorted set   alice␁0000000000000001:5 → 0               the same undos by member
 *   retention:{game}@total       string       7776000000     in milliseconds, if the table has one
 * </pre>
 *
 * <p>An undo is a member, the control character U+0001 (which no name has), a number and the amount to take off again. The
 * number tells apart what is pending for one member. The second sorted set is ordered by its texts alone: whoever removes a
 * member finds its undos there without looking at others'. Both live as long as an undo is pending. If the table has a
 * retention all of its keys end at the same moment.
 */
record TableKeys(String table) {

    /** The list of all tables: a sorted set whose scores are 0, so it is in order of the names' UTF-8 bytes. */
    static final String LIST = "tidemark:tables";

    /** The key that is there as long as the table is. */
    String ranking() {
        return "ranking:" + Keys.table(table);
    }

    /** The hash tag, with its braces: what tables must share to be used in one script on a cluster. */
    static String tag(String table) {
        int at = table.indexOf('@');
        return Keys.table(at < 0 ? table : table.substring(0, at));
    }

    ScriptCall addTo(ScriptCall call) {
        String tagged = Keys.table(table);
        return call.key("ranking:" + tagged)
                .key("expiring:" + tagged)
                .key("expiring-of:" + tagged)
                .key("retention:" + tagged);
    }
}
