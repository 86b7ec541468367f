/*
 * phrases.h - phrases that show what kind of answer is wanted, in English,
 * Spanish and Chinese, in addition to the lexicon of ask/.
 */
#ifndef ASK_ROUTE_PHRASES_H
#define ASK_ROUTE_PHRASES_H

#include "ask/vocabulary/term_lists.h"
#include "base/text/words.h"

enum phrase_kind {
    PHRASE_RULE,    /* what is allowed or to be done; what a page says */
    PHRASE_MEANING, /* explain, why: weak, since tables are explained, too */
    PHRASE_JOIN,    /* a second request may begin after it */
    PHRASE_PLAIN,   /* holds a sentence together */
    PHRASE_FIGURE,  /* asks for a figure or a cell */
    PHRASE_UNIT,    /* a unit of time or money: no evidence by itself */
};

struct phrase {
    enum phrase_kind kind;
    const struct term_list *list; /* data/lexicon/lists/route.txt */
};

/* What the longest phrase that begins at a word is for, and how many words it has;
 * NULL when none does. */
const struct phrase *phrase_find(const struct words *w, size_t at, size_t *n);

#endif
