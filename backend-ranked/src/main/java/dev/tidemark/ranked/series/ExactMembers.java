package dev.tidemark.ranked.series;

import java.util.HashSet;
import java.util.Set;

/** Every member. */
final class ExactMembers implements Members {

    private final Set<String> members = new HashSet<>(4);

    @Override
    public void add(String member) {
        members.add(member);
    }

    @Override
    public void addAll(Members other) {
        members.addAll(((ExactMembers) other).members);
    }

    @Override
    public long size() {
        return members.size();
    }
}
