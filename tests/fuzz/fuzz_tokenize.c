/* module: embedding */
/*
 * Any bytes as a text: its tokens are those of the plain algorithm below, which
 * looks at every pair of places as the npm package does, and what is said to be
 * unknown fits. The vocabulary is small, so that its pieces occur and compete;
 * some of its pieces have beginnings that are none.
 */
#include "base/text/fold.h"
#include "base/utf8.h"
#include "models/embedding/tokenize.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MARK      "\xe2\x96\x81"
#define MAX_BYTES 512u
#define PLACES    (64u * MAX_BYTES) /* bytes of a text in NFKC with marks */

static const struct {
    const char *text;
    double score;
} pieces[] = {
    {"?", 0},        {"?", 0},         {"?", 0},       {"?", 0},
    {"?", 0},        {"?", 0},         {MARK, -2},     {"a", -3},
    {"b", -3},       {"ab", -6},       {MARK "c", -4}, {"c", -1},
    {"xyz", -1},     {"\xc3\xa9", -2}, {"y", -9},      {"z", -9},
    {"yc", -1},      {"uvw", -1},      {"aa", -4},     {"aaa", 30},
    {":30", 30},     {":", 0},         {"3", -1},      {"0", -1},
    {MARK "ab", -7}, {MARK MARK, -1},  {"ab", -5},     {"\xe4\xb8\xad", -8},
};

#define PIECES (sizeof(pieces) / sizeof(*pieces))

static char text[PLACES];
static double best[PLACES];
static int word[PLACES];
static uint16_t want[PLACES];

static size_t mark(struct str s)
{
    size_t n = 0;

    if (s.n == 0)
        return 0;
    memcpy(text, MARK, 3);
    n = 3;
    for (size_t i = 0; i < s.n; i++) {
        BUG_ON(n + 3 > PLACES);
        if (s.p[i] == ' ') {
            memcpy(text + n, MARK, 3);
            n += 3;
        } else {
            text[n++] = s.p[i];
        }
    }
    return n;
}

/* The last piece that is text[from, to), or -1. */
static int find(size_t from, size_t to)
{
    for (int i = PIECES - 1; i >= VOCABULARY_RESERVED; i--) {
        if (strlen(pieces[i].text) == to - from &&
            memcmp(pieces[i].text, text + from, to - from) == 0)
            return i;
    }
    return -1;
}

static bool begins_none(size_t from, size_t n)
{
    for (size_t to = from + 1; to <= n && to <= from + 8; to++) {
        if (find(from, to) >= 0)
            return false;
    }
    return true;
}

static bool is_edge(size_t at, size_t n)
{
    return at == n || ((unsigned char)text[at] & 0xC0) != 0x80;
}

static size_t edge_before(size_t at)
{
    do
        at--;
    while (!is_edge(at, at + 1));
    return at;
}

/* All places by their end, then by their start. */
static void score_places(size_t n)
{
    memset(best, 0, (n + 1) * sizeof(*best));
    memset(word, 0, (n + 1) * sizeof(*word));
    for (size_t end = 1; end <= n; end++) {
        for (size_t from = end > 8 ? end - 8 : 0; from < end; from++) {
            int id = is_edge(end, n) && is_edge(from, n) ? find(from, end) : -2;
            double score;

            if (id == -2)
                continue;
            if (id == -1) {
                if (edge_before(end) != from || !begins_none(from, n))
                    continue;
                id = 0;
            }
            score = pieces[id].score + best[from];
            if (best[end] == 0 || score >= best[end]) {
                best[end] = score;
                word[end] = id;
            }
        }
    }
}

static size_t cut_plainly(size_t n)
{
    size_t ids = 0;

    score_places(n);
    for (size_t at = n; at > 0;) {
        if (word[at] || ids == 0 || want[ids - 1])
            want[ids++] = (uint16_t)word[at];
        at = word[at] ? at - strlen(pieces[word[at]].text) : edge_before(at);
    }
    return ids;
}

static void check(const struct tokens *t, size_t n)
{
    size_t ids = cut_plainly(n);

    BUG_ON(t->n != ids || t->unknown > t->characters || t->characters > n);
    for (size_t i = 0; i < ids; i++)
        BUG_ON(t->id[i] != want[ids - 1 - i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str s = {(const char *)data, size < MAX_BYTES ? size : MAX_BYTES};
    struct vocabulary_entry list[PIECES];
    struct arena a;
    struct error e;
    struct vocabulary v;
    struct tokens t;
    struct str plain;

    arena_init(&a, 8 << 20);
    for (size_t i = 0; i < PIECES; i++)
        list[i] = (struct vocabulary_entry){str_from(pieces[i].text),
                                            pieces[i].score};
    BUG_ON(vocabulary_build(list, PIECES, &a, &v, &e));
    BUG_ON(vocabulary_check(&v, VOCABULARY_SLOTS, "", &e));
    BUG_ON(tokenize(&v, s, &a, &t, &e));
    BUG_ON(text_nfkc(s, &a, &plain, &e));
    BUG_ON(utf8_valid_prefix(plain) != plain.n);
    check(&t, mark(plain));
    arena_release(&a);
    return 0;
}
