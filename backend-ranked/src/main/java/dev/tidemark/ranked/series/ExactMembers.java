package dev.tidemark.ranked.series;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.tidemark.ranked.bytes.ByteWriter;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Every member, in the order they came. */
final class ExactMembers extends Members {

    /*
     * The members stand in an array that is only ever appended to, beside a table that finds them. A fork shares both: the
     * old set knows how many members it has and never looks behind them, where the new one appends. So a fork takes the
     * same time however many there are. The old one must not be added to any more, and that is so because it belongs to a
     * cut.
     *
     * A few members are found by looking at each. Most buckets of a second never have more.
     *
     * The hash has a seed of this process, so nobody can send members that all hash to the same place.
     */

    static final int KIND = 0;

    private static final int FEW = 8;
    private static final Hasher64 HASHER = Hashing.komihash5_0(new SecureRandom().nextLong());

    private String[] members;
    private int size;
    private @Nullable MemberTable table;

    ExactMembers() {
        members = new String[1];
    }

    private ExactMembers(ExactMembers other) {
        members = other.members;
        size = other.size;
        table = other.table;
    }

    @Override
    void add(String member) {
        intern(member);
    }

    /** Adds a member, and answers it, or the one like it that was there before. */
    String intern(String member) {
        int found = table == null ? findAmongFew(member) : table.findOrAdd(hash(member), member, members, size);
        if (found >= 0) {
            return members[found];
        }
        if (size == members.length) {
            members = Arrays.copyOf(members, size + (size >> 1) + 1);
        }
        members[size++] = member;
        if (table == null && size > FEW) {
            table = new MemberTable();
            for (int i = 0; i < size; i++) {
                table.findOrAdd(hash(members[i]), members[i], members, i);
            }
        }
        return member;
    }

    private int findAmongFew(String member) {
        for (int i = 0; i < size; i++) {
            if (members[i].equals(member)) {
                return i;
            }
        }
        return -1;
    }

    private static int hash(String member) {
        return (int) HASHER.hashCharsToLong(member);
    }

    void addTo(Members other) {
        for (int i = 0; i < size; i++) {
            other.add(members[i]);
        }
    }

    @Override
    long size() {
        return size;
    }

    @Override
    ExactMembers fork() {
        return new ExactMembers(this);
    }

    @Override
    void write(CutWriter out) throws IOException {
        ByteWriter head = out.piece();
        head.writeByte(KIND);
        head.writeUnsigned(size);
        for (int i = 0; i < size; i++) {
            out.piece().writeString(members[i]);
        }
    }

    /** Reads the members into a set, which may be of another kind. */
    static Members read(CutReader in, Members target, ExactMembers known) throws IOException {
        int size = in.piece().readCount();
        boolean keepsNames = target instanceof ExactMembers;
        for (int i = 0; i < size; i++) {
            String member = in.piece().readString();
            target.add(keepsNames ? known.intern(member) : member);
        }
        return target;
    }
}
