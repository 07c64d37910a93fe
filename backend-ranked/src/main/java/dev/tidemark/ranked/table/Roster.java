package dev.tidemark.ranked.table;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The members of a table by number: name, score, and how often the number was given back. Everything is O(1), and so is a
 * {@linkplain #cut picture} of it all, but for an array with one reference to every {@value #PAGE} members.
 *
 * <p>Any number of readers, or one writer. A cut needs no lock at all.
 */
final class Roster implements KeyedNames {

    /*
     * Ids count from 0 and are used again. They stand in pages:
     *
     *   pages        [0]                 [1]                 [2]
     *   names        ann bob --- cid     dan eve fay gil     hal
     *   scores         7   3  nf   9       1   0   4   4       2
     *   keys           a   b       c       d   e   f   g       h
     *   generations    0   0   5   0       0   2   0   0       0
     *
     * The scores of free ids (nf) chain them: each is the next free id, the last is NONE. A generation goes up when an id
     * becomes free, so whoever noted id and generation can tell whether that is still the same member.
     *
     * A score and a key stand side by side, as they are asked for together: who finds a member by its name wants its score,
     * and a name is mostly told by its key alone. See NameKeys for what a key is, and what its era.
     *
     * Copy on write: every page carries the epoch it was made in, and a page of an earlier epoch is never written again, but
     * replaced by a copy; so is one whose keys are of an earlier era. To cut is to copy the array of pages and to begin an epoch: the price of the copy is paid by later
     * writers, page by page. The first page starts small and grows, for most tables have a few members only.
     */
    static final int PAGE = 1 << Cut.SHIFT;

    private static final int FIRST = 8;
    private static final int NONE = -1;

    /** A part of the ids. The arrays are as long as each other. */
    private static final class Page {
        final int epoch;
        final int era;
        final @Nullable String[] names;
        final long[] scoresAndKeys;
        final int[] generations;

        Page(int epoch, int era, int capacity) {
            this.epoch = epoch;
            this.era = era;
            this.names = new String[capacity];
            this.scoresAndKeys = new long[2 * capacity];
            this.generations = new int[capacity];
        }

        Page(int epoch, int era, int capacity, Page other) {
            this.epoch = epoch;
            this.era = era;
            this.names = Arrays.copyOf(other.names, capacity);
            this.scoresAndKeys = Arrays.copyOf(other.scoresAndKeys, 2 * capacity);
            this.generations = Arrays.copyOf(other.generations, capacity);
        }

        long score(int place) {
            return scoresAndKeys[2 * place];
        }

        void setScore(int place, long score) {
            scoresAndKeys[2 * place] = score;
        }

        long key(int place) {
            return scoresAndKeys[2 * place + 1];
        }

        void setKey(int place, long key) {
            scoresAndKeys[2 * place + 1] = key;
        }
    }

    /** What a visitor is told of a member. */
    interface Visitor<E extends Exception> {
        void visit(int id, String name, long score) throws E;
    }

    /** All members as they were once, whatever happens to the roster. */
    static final class Cut {

        private static final int SHIFT = 11;

        private final Page[] pages;
        private final int size;

        private Cut(Page[] pages, int size) {
            this.pages = pages;
            this.size = size;
        }

        int size() {
            return size;
        }

        boolean isCurrent(int id, int generation) {
            return pages[id >>> SHIFT].generations[id & (PAGE - 1)] == generation;
        }

        /** Visits all members in the order of their ids. */
        <E extends Exception> void forEach(Visitor<E> visitor) throws E {
            for (int at = 0; at < pages.length; at++) {
                Page page = pages[at];
                for (int i = 0; i < page.names.length; i++) {
                    String name = page.names[i];
                    if (name != null) {
                        visitor.visit((at << SHIFT) | i, name, page.score(i));
                    }
                }
            }
        }
    }

    private final NameKeys keys = new NameKeys();
    private Page[] pages = {};
    private int pageCount;
    private int epoch;
    private int size;

    /** Ids from here on were never used. */
    private int end;

    private int free = NONE;

    int size() {
        return size;
    }

    @Override
    public String name(int id) {
        return Objects.requireNonNull(page(id).names[place(id)]);
    }

    @Override
    public long key(int id) {
        Page page = page(id);
        return page.era == keys.era() ? page.key(place(id)) : keys.of(name(id));
    }

    @Override
    public NameKeys keys() {
        return keys;
    }

    /** Whether a member has this name. */
    boolean isNamed(int id, String name) {
        Page page = page(id);
        long key = page.key(place(id));
        long telling = keys.telling(name);
        boolean keyTells = telling != NameKeys.NO_TELLING && page.era == keys.era();
        return keyTells ? key == telling : name.equals(page.names[place(id)]);
    }

    long score(int id) {
        return page(id).score(place(id));
    }

    int generation(int id) {
        return page(id).generations[place(id)];
    }

    void setScore(int id, long score) {
        writable(id).setScore(place(id), score);
    }

    /** Takes a member in, and answers its id. */
    int add(String name, long score) {
        int id = free;
        if (id == NONE) {
            id = end;
            put(id, name, score);
        } else {
            keys.include(name);
            Page page = writable(id);
            free = (int) page.score(place(id));
            fill(page, id, name, score);
        }
        return id;
    }

    /** Takes a member in under an id that is behind all others, as a cut gives them. What is left out becomes free. */
    void put(int id, String name, long score) {
        keys.include(name);
        while (end < id) {
            release(room(end), end++);
        }
        fill(room(id), id, name, score);
        end = id + 1;
    }

    void remove(int id) {
        Page page = writable(id);
        page.generations[place(id)]++;
        release(page, id);
        size--;
    }

    /** Answers the state of now. It is safe to hand it to another thread and to go on writing here. */
    Cut cut() {
        epoch++;
        return view();
    }

    /** As {@link #cut}, but only until the next change. */
    Cut view() {
        return new Cut(Arrays.copyOf(pages, pageCount), size);
    }

    private void fill(Page page, int id, String name, long score) {
        page.names[place(id)] = name;
        page.setScore(place(id), score);
        page.setKey(place(id), keys.of(name));
        size++;
    }

    private void release(Page page, int id) {
        page.names[place(id)] = null;
        page.setScore(place(id), free);
        free = id;
    }

    private Page page(int id) {
        return pages[id >>> Cut.SHIFT];
    }

    private static int place(int id) {
        return id & (PAGE - 1);
    }

    private Page writable(int id) {
        Page page = page(id);
        return page.epoch == epoch && page.era == keys.era() ? page : renew(id >>> Cut.SHIFT, page.names.length);
    }

    private Page renew(int at, int capacity) {
        Page before = pages[at];
        Page copy = new Page(epoch, keys.era(), capacity, before);
        if (before.era != copy.era) {
            renewKeys(copy);
        }
        pages[at] = copy;
        return copy;
    }

    private void renewKeys(Page page) {
        for (int place = 0; place < page.names.length; place++) {
            String name = page.names[place];
            if (name != null) {
                page.setKey(place, keys.of(name));
            }
        }
    }

    /** The page of an id that was never used, made or grown if need be. */
    private Page room(int id) {
        int at = id >>> Cut.SHIFT;
        if (at == pageCount) {
            if (at == pages.length) {
                pages = Arrays.copyOf(pages, at + (at >> 1) + 1);
            }
            pages[pageCount++] = new Page(epoch, keys.era(), at == 0 ? FIRST : PAGE);
        }
        int capacity = pages[at].names.length;
        return place(id) == capacity ? renew(at, capacity * 2) : writable(id);
    }
}
