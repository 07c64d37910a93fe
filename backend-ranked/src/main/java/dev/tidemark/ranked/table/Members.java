package dev.tidemark.ranked.table;

import dev.tidemark.ranked.bytes.RecordSource;
import dev.tidemark.ranking.Order;

/**
 * Who is in a table with which score: a {@link Roster}, a {@link MemberMap} by name and a {@link RankIndex} by score, kept in
 * agreement. Everything is O(1) or O(log n).
 *
 * <p>Any number of readers, or one writer.
 */
final class Members {

    static final int NONE = MemberMap.NONE;

    private final Roster roster = new Roster();
    private final MemberMap byName = new MemberMap(roster);
    private final RankIndex byScore = new RankIndex(roster);

    /** No score is further from 0 than this. */
    private long reach;

    int size() {
        return roster.size();
    }

    /** The id of a member, or {@link #NONE}. It is the member's own for as long as its generation is the same. */
    int find(String name) {
        return byName.find(MemberMap.tag(name), name);
    }

    String name(int id) {
        return roster.name(id);
    }

    long score(int id) {
        return roster.score(id);
    }

    int generation(int id) {
        return roster.generation(id);
    }

    /** How far scores are from 0 at most; not always exact. */
    long reach() {
        return reach;
    }

    long exactReach() {
        reach = byScore.reach();
        return reach;
    }

    /** Adds to a member's score, which is 0 if it was not there, and answers its id. */
    int increment(String name, long amount) {
        int tag = MemberMap.tag(name);
        int id = byName.find(tag, name);
        if (id == NONE) {
            return add(tag, name, amount);
        }
        setScore(id, roster.score(id) + amount);
        return id;
    }

    void set(String name, long score) {
        int tag = MemberMap.tag(name);
        int id = byName.find(tag, name);
        if (id == NONE) {
            add(tag, name, score);
        } else {
            setScore(id, score);
        }
    }

    void setScore(int id, long score) {
        long before = roster.score(id);
        if (score != before) {
            byScore.move(id, before, score);
            roster.setScore(id, score);
            reach = Math.max(reach, Math.abs(score));
        }
    }

    /** Changes a score, and leaves the index as it was until {@link #sort}; nothing else may be done in between. */
    void setUnsorted(int id, long score) {
        roster.setScore(id, score);
        reach = Math.max(reach, Math.abs(score));
    }

    /** How much memory {@link #sort} takes for a while. */
    long bytesToSort() {
        return (long) RankIndex.FILL_BYTES * size();
    }

    /** Makes the index anew: O(n log n). */
    void sort() {
        Roster.Cut all = roster.view();
        long[] scores = new long[all.size()];
        int[] ids = new int[all.size()];
        int[] count = {0};
        all.forEach((id, name, score) -> {
            scores[count[0]] = score;
            ids[count[0]++] = id;
        });
        byScore.fill(scores, ids, count[0]);
    }

    private int add(int tag, String name, long score) {
        int id = roster.add(name, score);
        byName.add(tag, id);
        byScore.add(id, score);
        reach = Math.max(reach, Math.abs(score));
        return id;
    }

    void remove(String name) {
        int tag = MemberMap.tag(name);
        int id = byName.find(tag, name);
        if (id != NONE) {
            byScore.remove(id, roster.score(id));
            byName.remove(tag, id);
            roster.remove(id);
        }
    }

    /** The rank of a member, from 0 on. */
    int rank(int id, Order order) {
        return byScore.rank(id, roster.score(id), order);
    }

    /** Visits {@code count} members from the one of rank {@code from} on; all of them are there. */
    void forEach(Order order, int from, int count, RankIndex.Visitor visitor) {
        byScore.forEach(order, from, count, visitor);
    }

    /** All members; valid until the next change. */
    Roster.Cut view() {
        return roster.view();
    }

    /** All members as they are now; valid for ever. */
    Roster.Cut cut() {
        return roster.cut();
    }

    /** Takes members in, in the order of the ids that they had at a cut. The index by score comes with {@link #end}. */
    static final class Loading {

        private final Members members = new Members();
        private final int size;

        Loading(int size) {
            this.size = size;
        }

        int left() {
            return size - members.size();
        }

        void add(int id, String name, long score) {
            members.roster.put(id, name, score);
            members.byName.add(MemberMap.tag(name), id);
        }

        /** Sorts, or where there is no memory for that puts members into the index one by one, which takes longer. */
        Members end(RecordSource source) {
            if (source.hasRoom(members.bytesToSort())) {
                members.sort();
            } else {
                source.require((long) RankIndex.ENTRY_BYTES * members.size());
                members.view().forEach((id, name, score) -> members.byScore.add(id, score));
            }
            members.reach = members.byScore.reach();
            return members;
        }
    }
}
