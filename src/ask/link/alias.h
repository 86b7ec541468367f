/* alias.h - synonyms of columns and values that users defined. */
#ifndef ASK_LINK_ALIAS_H
#define ASK_LINK_ALIAS_H

#include "base/text/words.h"

struct linker;
struct schema_column;

/* As good as the name itself. */
struct column_alias {
    struct words words;
    struct str value; /* of the column that it means; empty: the column */
};

/*
 * link_alias_at - the longest alias of a column that begins at a word of the
 * question.
 *
 * in       value  NULL: of the column itself
 * out      value  the value that is meant
 * returns  how many words it has; 0: there is none
 */
size_t link_alias_at(const struct linker *l, size_t at,
                     const struct schema_column *c, struct str *value);

#endif
