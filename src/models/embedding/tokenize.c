/*
 * tokenize.c - the most probable segmentation of a text (unigram model).
 *
 * The text is brought to NFKC, gets a mark (U+2581) in front, and each space
 * becomes that mark. Going through it from the left, every piece that begins
 * at a character gives the place where it ends a score: its own, which is a
 * logarithm, added to the best score of the place where it begins. The best
 * piece that ends at a place is kept, and the way back from the end of the
 * text reads the cut.
 *
 * The model was trained on what one program makes of a text, so its habits are
 * kept, odd as they are:
 * - A character is unknown (0) only when no piece at all begins there.
 * - A score of exactly 0 means "not reached yet", also for a place that was
 *   reached with 0, and a place that nothing reached counts as 0, which is
 *   better than any score. Going back from such a place, the character before
 *   it is unknown.
 * - Of two cuts with equal scores the one with the later, shorter piece wins.
 * - Unknown characters in a row are one token.
 * - Pieces that are in the list twice have the number and score of the last.
 */
#include "models/embedding/tokenize.h"

#include "base/text/fold.h"
#include "base/utf8.h"

#include <string.h>

#define MARK       "\xe2\x96\x81"
#define MARK_BYTES 3

/* What is known of the place before each byte of the text. */
struct lattice {
    struct str text;
    double *best;
    uint16_t *id; /* of the best piece that ends here */
};

/* The text in NFKC with marks for spaces; empty stays empty. */
static enum err mark_spaces(struct str s, struct arena *a, struct str *out,
                            struct error *e)
{
    size_t spaces = 1;
    char *p;
    char *to;

    for (size_t i = 0; i < s.n; i++)
        spaces += s.p[i] == ' ';
    p = arena_alloc(a, s.n + MARK_BYTES * spaces, e);
    if (!p)
        return e->code;
    memcpy(p, MARK, MARK_BYTES);
    to = p + MARK_BYTES;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == ' ') {
            memcpy(to, MARK, MARK_BYTES);
            to += MARK_BYTES;
        } else {
            *to++ = s.p[i];
        }
    }
    *out = (struct str){p, s.n ? (size_t)(to - p) : 0};
    return OK;
}

static void offer(struct lattice *l, size_t end, uint16_t id, double score)
{
    if (l->best[end] == 0 || score >= l->best[end]) {
        l->best[end] = score;
        l->id[end] = id;
    }
}

static size_t symbol_bytes(struct str text, size_t at)
{
    size_t n = utf8_length(str_slice(text, at, at + 4));

    return n ? n : 1; /* text_nfkc() leaves no other; ASCII may hold a NUL */
}

/* All pieces that begin at `from`; an unknown character where none does. */
static void step(const struct vocabulary *v, struct lattice *l, size_t from)
{
    const char *p = l->text.p + from;
    size_t max = l->text.n - from;
    uint32_t hash = VOCABULARY_HASH_INITIAL;
    bool found = false;

    if (max > v->longest)
        max = v->longest;
    for (size_t n = 1; n <= max; n++) {
        int id;

        hash = vocabulary_hash(hash, (unsigned char)p[n - 1]);
        id = vocabulary_find(v, p, n, hash);
        if (id < 0)
            continue;
        found = true;
        offer(l, from + n, (uint16_t)id, v->piece[id].score + l->best[from]);
    }
    if (!found)
        offer(l, from + symbol_bytes(l->text, from), 0, l->best[from]);
}

static size_t symbol_before(struct str text, size_t at)
{
    do
        at--;
    while (at > 0 && ((unsigned char)text.p[at] & 0xC0) == 0x80);
    return at;
}

/* White space says nothing of the language. */
static bool is_space(struct str text, size_t at)
{
    return (unsigned char)text.p[at] <= ' ' ||
           str_starts(str_slice(text, at, text.n), STR(MARK));
}

static size_t count_characters(struct str text)
{
    size_t n = 0;

    for (size_t at = 0; at < text.n; at += symbol_bytes(text, at))
        n += !is_space(text, at);
    return n;
}

/* From the end to the start; the ids come out last first. */
static void read_back(const struct vocabulary *v, const struct lattice *l,
                      uint16_t *id, struct tokens *out)
{
    size_t at = l->text.n;

    while (at > 0) {
        uint16_t best = l->id[at];

        if (best || out->n == 0 || id[out->n - 1])
            id[out->n++] = best;
        if (best) {
            at -= v->piece[best].bytes;
            continue;
        }
        at = symbol_before(l->text, at);
        out->unknown += !is_space(l->text, at);
    }
    for (size_t i = 0; i < out->n / 2; i++) {
        uint16_t swap = id[i];

        id[i] = id[out->n - 1 - i];
        id[out->n - 1 - i] = swap;
    }
}

enum err tokenize(const struct vocabulary *v, struct str text, struct arena *a,
                  struct tokens *out, struct error *e)
{
    struct lattice l = {0};
    struct str plain;
    uint16_t *id;

    if (text_nfkc(text, a, &plain, e) || mark_spaces(plain, a, &l.text, e))
        return e->code;
    l.best = arena_alloc_array(a, l.text.n + 1, sizeof(*l.best), e);
    l.id = l.best ? arena_alloc_array(a, l.text.n + 1, sizeof(*l.id), e) : NULL;
    id = l.id ? arena_alloc_array(a, l.text.n + 1, sizeof(*id), e) : NULL;
    if (!id)
        return e->code;
    for (size_t at = 0; at < l.text.n; at += symbol_bytes(l.text, at))
        step(v, &l, at);
    *out = (struct tokens){.id = id, .characters = count_characters(l.text)};
    read_back(v, &l, id, out);
    return OK;
}
