/* text_check.h - what chunk.h promises of a document of text. */
#ifndef SEARCH_CHUNKS_TEXT_CHECK_H
#define SEARCH_CHUNKS_TEXT_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/chunks/chunk.h"
#include "search/chunks/measure.h"

static const struct measure chunk_max = {CHUNK_MAX_CHARACTERS,
                                         CHUNK_MAX_TOKENS};

static inline struct str between(const struct outline *o, size_t begin,
                                 size_t end)
{
    return str_trim(str_slice(o->text, begin, end));
}

/* Where the text of a chunk begins that is its own. */
static inline size_t own_begin(const struct chunk *c)
{
    return c->begin + c->overlap_bytes;
}

static inline void assert_all_is_covered(const struct outline *o,
                                         const struct chunk_list *l)
{
    size_t covered = 0;

    for (size_t i = 0; i < l->n; i++) {
        const struct chunk *c = &l->chunk[i];

        assert_true(measure_fits(c->text, chunk_max));
        assert_true(
            measure_text(str_slice(c->text, 0, c->overlap_bytes)).tokens <=
            CHUNK_OVERLAP_TOKENS + 1);
        assert_int_equal(between(o, covered, own_begin(c)).n, 0);
        covered = c->end;
    }
    assert_int_equal(between(o, covered, o->text.n).n, 0);
}

/* Code and tables that fit are each in one chunk; returns how many there are. */
static inline size_t assert_blocks_are_whole(const struct outline *o,
                                             const struct chunk_list *l)
{
    size_t n = 0;

    for (size_t i = 0; i < o->n_blocks; i++) {
        const struct outline_block *b = &o->blocks[i];
        struct str whole = between(o, b->range.begin, b->range.end);
        bool found = whole.n == 0;

        if (b->kind == OUTLINE_TEXT || !measure_fits(whole, chunk_max))
            continue;
        for (size_t k = 0; k < l->n && !found; k++)
            found = str_find(l->chunk[k].text, whole) < l->chunk[k].text.n;
        if (!found)
            fail_msg("cut: %.*s", STR_FMT(whole));
        n++;
    }
    return n;
}

/* A chunk that is too short fits together with no neighbour in its section. */
static inline void assert_short_ones_have_joined(const struct outline *o,
                                                 const struct chunk_list *l)
{
    for (size_t i = 0, s = 0; i + 1 < l->n; i++) {
        const struct chunk *c = &l->chunk[i];
        const struct chunk *next = &l->chunk[i + 1];
        struct str both = between(o, own_begin(c), next->end);
        struct str one = between(o, own_begin(c), c->end);
        struct str two = between(o, own_begin(next), next->end);

        while (c->end > o->sections[s].range.end)
            s++;
        if (next->end > o->sections[s].range.end)
            continue;
        if ((measure_text(one).characters < CHUNK_MIN_CHARACTERS ||
             measure_text(two).characters < CHUNK_MIN_CHARACTERS) &&
            measure_fits(both, chunk_max))
            fail_msg("too short alone: %.*s|%.*s", STR_FMT(one), STR_FMT(two));
    }
}

#endif
