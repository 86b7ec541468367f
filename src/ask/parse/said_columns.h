/*
 * said_columns.h - what a question says of each column of its table, whatever it is
 * read as. Private to the module.
 */
#ifndef ASK_PARSE_SAID_COLUMNS_H
#define ASK_PARSE_SAID_COLUMNS_H

#include "ask/parse/meaning.h"

/* How surely a word means a column, the surest last. */
enum meant {
    MEANT_NOT,
    MEANT_FAINTLY,    /* what is near, akin, alike or nearly spelled so */
    MEANT_BY_CONCEPT, /* the lexicon has both under one concept */
    MEANT_BY_PART,    /* a part of its name */
    MEANT_BY_NAME     /* all of its name, or most */
};

/*
 * said_columns_find - for m->meant; all meanings are there.
 *
 * errors   ERR_LIMIT  `m->a` is full
 */
MUST_CHECK enum err said_columns_find(struct meanings *m, struct error *e);

#endif
