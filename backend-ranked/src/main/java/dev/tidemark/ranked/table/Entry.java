package dev.tidemark.ranked.table;

import dev.tidemark.Names;

/** A member of a table. The score changes only through {@link RankIndex}, which has to know. */
final class Entry {

    final String member;
    long score;

    /** Set when the member was removed, so that undos which still point here know that they are cancelled. */
    boolean removed;

    Entry(String member, long score) {
        this.member = member;
        this.score = score;
    }

    /** Compares this entry's place with that of a score and a member. */
    int compareTo(long otherScore, String otherMember) {
        int byScore = Long.compare(score, otherScore);
        return byScore != 0 ? byScore : Names.UTF8_ORDER.compare(member, otherMember);
    }
}
