/*
 * analyze.h - analyses a text into index keys.
 *
 * A key is one byte, its kind, and right after it up to KEY_MAX_BYTES - 1:
 *
 *     srotat           stem of a word; a number, an identifier, a path; one or
 *                      two CJK characters: what a query is ranked by
 *     xrotating        the folded word where it is not its stem
 *     aoperación       the word with its accents, where it has some
 *     flang\0en        a filter (filter.h), made by segment_build.h
 *
 * Documents and queries go through the same functions, so they meet. Accents
 * and case are folded after stemming, since accents help to stem. The exact
 * form lives in keys of its own, which a query adds with a small weight: so it
 * is preferred, and without it a text is still found.
 *
 * An identifier or a path is found whole and by its parts, which occur at
 * positions one after the other; the whole is at the first.
 */
#ifndef SEARCH_LEXICAL_ANALYZE_H
#define SEARCH_LEXICAL_ANALYZE_H

#include "search/lexical/stop_words.h"
#include "search/lexical/token.h"

#include <stdint.h>

#define KEY_MAX_BYTES    64
#define ANALYZE_MAX_KEYS 160
#define KEY_STEM         's'
#define KEY_EXACT        'x'
#define KEY_ACCENT       'a'
#define KEY_FILTER       'f'

enum key_role {
    ROLE_WORD,   /* the stem of a plain word; a number */
    ROLE_EXACT,  /* its exact form */
    ROLE_ACCENT, /* its form with accents */
    ROLE_WHOLE,  /* a token of several parts, whole */
    ROLE_PART,   /* one of those */
    ROLE_CJK,    /* one CJK character */
    ROLE_PAIR,   /* two */
};

struct key {
    enum key_role role;
    uint32_t delta;   /* its position, from that of the token */
    unsigned stop;    /* it says little: 0 no, 1 a part of it, 2 all of it */
    struct str bytes; /* with its kind; lives in the analyzer's arena */
};

struct keys {
    struct key key[ANALYZE_MAX_KEYS];
    size_t n;
    uint32_t span; /* positions that the token takes */
};

struct analyzer; /* stemmers and scratch memory; one a thread */

/* NULL on error, with *e filled; analyzer_free() it. */
MUST_CHECK struct analyzer *analyzer_new(struct error *e);

/* NULL is allowed. */
void analyzer_free(struct analyzer *z);

/*
 * analyzer_keys - the keys of one token.
 *
 * in       languages   LANG_ bits: one for a document; for a query all that it
 *                      may be in, each gives a stem
 * out      out         borrows `z` until its next use
 * errors   ERR_LIMIT   the machine is full
 */
MUST_CHECK enum err analyzer_keys(struct analyzer *z, const struct token *t,
                                  unsigned languages, struct keys *out,
                                  struct error *e);

/*
 * analyzer_language - the language of a text, by the stop words in its first
 * KiB: LANG_ENGLISH or LANG_SPANISH, or LANG_ANY when they do not tell.
 */
MUST_CHECK enum err analyzer_language(struct analyzer *z, struct str text,
                                      unsigned *languages, struct error *e);

#endif
