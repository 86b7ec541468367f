/*
 * Words within one or two edits of another, among a million of them.
 *
 * The sorted words are a trie without nodes: those that begin alike are one
 * range, and a letter further it falls into smaller ones. The trie is walked
 * with a row of the table of distances (base/text/distance.c) a letter deep,
 * and a range is left when no cell of the row is within the limit. Alone that
 * is slow: the first letters may all be wrong, so the top of the trie is walked
 * whole, 8 ms for two edits of 1,000,000 words. So the word is cut in halves
 * (Mihov and Schulz, "Fast approximate search in large dictionaries", 2004):
 * of two edits at most one is in the first half, or else the second half is
 * whole. The first case is a walk that allows one edit less before the middle;
 * the other is one over the words sorted from the end, which allows none there.
 * Letters that are added at the middle are of the first case.
 * Of one edit it is the same with one less. A swap of the two letters at the
 * middle steps over it in the table, so neither walk loses it.
 *
 * A range of few words is looked at word by word. What a walk may look at is
 * bounded; words of other scripts are bytes here, as in text_distance().
 */
#include "base/text/distance.h"
#include "store/value_index/dictionary_read.h"

#include <string.h>

#define SMALL_RANGE 4      /* words, from there on one by one (bench_ask) */
#define MAX_STEPS   200000 /* letters and words that one search looks at */
#define GOES_ON_MAX 4      /* words that begin with it */
#define FAR         100    /* more than any limit */

struct walk {
    struct dictionary_column *c;
    bool backwards;
    unsigned char q[TEXT_DISTANCE_MAX_BYTES]; /* q[n], as it is walked */
    unsigned n;
    unsigned half;  /* before so many letters */
    unsigned first; /* so many edits are allowed, */
    unsigned limit; /* and in all so many */
    unsigned steps;
    struct str stem;
    struct dictionary_near *out; /* out[found] */
    size_t found;
    unsigned char row[TEXT_DISTANCE_MAX_BYTES + 4][TEXT_DISTANCE_MAX_BYTES + 1];
};

/* Which word the i-th of the order is. */
static uint32_t word_at(struct walk *w, uint64_t i)
{
    return w->backwards ? dictionary_number(w->c, DICTIONARY_BACK, i)
                        : (uint32_t)i;
}

/* The letter at a depth; -1 after the last. */
static int letter(struct walk *w, uint64_t i, unsigned depth)
{
    struct str s = dictionary_word_text(w->c, word_at(w, i));

    if (depth >= s.n)
        return -1;
    return (unsigned char)s.p[w->backwards ? s.n - 1 - depth : depth];
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] >= '0' && s.p[i] <= '9')
            return true;
    }
    return false;
}

/* Keep it among the nearest. */
static void put(struct walk *w, uint32_t word, unsigned distance)
{
    size_t at = w->found;

    for (size_t i = 0; i < w->found; i++) {
        if (w->out[i].word == word)
            return;
    }
    while (at > 0 && (w->out[at - 1].distance > distance ||
                      (w->out[at - 1].distance == distance &&
                       w->out[at - 1].word > word)))
        at--;
    if (at == DICTIONARY_NEAR)
        return;
    if (w->found < DICTIONARY_NEAR)
        w->found++;
    memmove(&w->out[at + 1], &w->out[at],
            (w->found - 1 - at) * sizeof(w->out[0]));
    w->out[at] = (struct dictionary_near){word, distance};
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned char allowed(const struct walk *w, unsigned k, unsigned cost)
{
    return cost > (k < w->half ? w->first : w->limit) ? FAR
                                                      : (unsigned char)cost;
}

/* The row below `depth` for the next letter; false when nothing that goes on
 * so can be near. */
static bool put_row(struct walk *w, unsigned depth, int c, int before)
{
    const unsigned char *up = w->row[depth];
    const unsigned char *upper = depth ? w->row[depth - 1] : NULL;
    unsigned char *row = w->row[depth + 1];
    bool alive;

    row[0] = allowed(w, 0, depth + 1);
    alive = row[0] != FAR;
    for (unsigned k = 1; k <= w->n; k++) {
        unsigned cost = least(least(up[k], row[k - 1]) + 1,
                              (unsigned)up[k - 1] + (c != w->q[k - 1]));

        if (upper && k > 1 && c == w->q[k - 2] && before == w->q[k - 1])
            cost = least(cost, (unsigned)upper[k - 2] + 1);
        row[k] = allowed(w, k, cost);
        /* alive also where the next letter may be swapped with this one */
        alive |= row[k] != FAR ||
                 (k > 1 && c == w->q[k - 1] && up[k - 2] + 1U <= w->limit);
    }
    return alive;
}

/* One word, of which `depth` letters are in the rows. */
static void look_at(struct walk *w, uint64_t i, unsigned depth, int before)
{
    uint32_t word = word_at(w, i);
    struct str s = dictionary_word_text(w->c, word);
    unsigned distance;

    w->steps++;
    if (s.n + w->limit < w->n || s.n > w->n + w->limit)
        return;
    for (; depth < s.n; depth++) {
        int c = (unsigned char)s.p[w->backwards ? s.n - 1 - depth : depth];

        if (!put_row(w, depth, c, before))
            return;
        before = c;
    }
    if (w->row[s.n][w->n] == FAR)
        return;
    distance = text_distance(w->stem, s, w->limit);
    if (distance > 0 && distance <= w->limit && !has_digit(s))
        put(w, word + 1, distance);
}

/* Where the words with this letter at the depth end. */
static uint64_t end_of(struct walk *w, uint64_t from, uint64_t to,
                       unsigned depth, int c)
{
    uint64_t step = 1;

    while (from + step < to && letter(w, from + step, depth) == c) {
        from += step;
        step *= 2;
    }
    to = from + step < to ? from + step : to;
    while (to - from > 1) { /* `from` has it, `to` has not */
        uint64_t middle = (from + to) / 2;

        if (letter(w, middle, depth) == c)
            from = middle;
        else
            to = middle;
    }
    return to;
}

/* As deep as a word and the limit are long. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static void descend(struct walk *w, uint64_t from, uint64_t to, unsigned depth,
                    int before)
{
    if (to - from <= SMALL_RANGE || depth > w->n + w->limit) {
        for (; from < to && w->steps < MAX_STEPS; from++)
            look_at(w, from, depth, before);
        return;
    }
    while (from < to && w->steps++ < MAX_STEPS && !w->c->damaged) {
        int c = letter(w, from, depth);
        uint64_t end = from + 1;

        if (c < 0) {
            look_at(w, from, depth, before);
        } else {
            end = end_of(w, from, to, depth, c);
            if (put_row(w, depth, c, before))
                descend(w, from, end, depth + 1, c);
        }
        from = end;
    }
}

static void start(struct walk *w, bool backwards)
{
    const unsigned middle = w->n / 2;

    w->backwards = backwards;
    w->half = backwards ? w->n - middle + 1 : middle;
    w->first = backwards ? 0 : w->limit - 1;
    for (unsigned k = 0; k < w->n; k++)
        w->q[k] = (unsigned char)w->stem.p[backwards ? w->n - 1 - k : k];
    for (unsigned k = 0; k <= w->n; k++)
        w->row[0][k] = allowed(w, k, k);
    w->steps = 0;
    descend(w, 0,
            backwards ? w->c->n[DICTIONARY_BACK]
                      : w->c->n[DICTIONARY_WORD_AT] - 1,
            0, -1);
}

/* Words that begin with the stem, where they are not many. */
static void find_going_on(struct walk *w)
{
    uint64_t low = 0;
    uint64_t high = w->c->n[DICTIONARY_WORD_AT] - 1;
    const uint64_t end = high;

    while (low < high) {
        uint64_t middle = (low + high) / 2;

        if (str_cmp(dictionary_word_text(w->c, middle), w->stem) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (unsigned i = 0; i < GOES_ON_MAX && low < end; i++, low++) {
        struct str s = dictionary_word_text(w->c, low);

        if (!str_starts(s, w->stem))
            return;
        if (s.n > w->n && !has_digit(s))
            put(w, (uint32_t)low + 1, DICTIONARY_GOES_ON);
    }
}

size_t dictionary_find_near(struct dictionary_column *c, struct str stem,
                            unsigned limit, struct dictionary_near *out)
{
    struct walk w = {.c = c, .stem = stem, .limit = limit, .out = out};

    if (stem.n < 2 || stem.n > TEXT_DISTANCE_MAX_BYTES || limit == 0)
        return 0;
    w.n = (unsigned)stem.n;
    start(&w, false);
    start(&w, true);
    find_going_on(&w);
    return w.found;
}
