/*
 * word_filter.h - a small bit filter that tells whether a column may contain a
 * word: most columns of many tables are skipped without looking at their words.
 */
#ifndef ASK_LINK_WORD_FILTER_H
#define ASK_LINK_WORD_FILTER_H

#include "ask/link/table_schema.h"

/* Of the words of `keys` (table_schema.h); in `a`. */
MUST_CHECK enum err word_filter_make(struct str keys, struct arena *a,
                                     struct word_filter *out, struct error *e);

/* May some value have the word? */
bool word_filter_may_have(const struct word_filter *k, struct str stem);

/* Has one of the values that are read the word? */
bool word_filter_column_has(const struct schema_column *c, struct str stem);

/* A bit for how a word begins. */
uint64_t word_filter_start(const struct word *w);

/* Bits of all words of a name. */
uint64_t word_filter_starts(const struct words *name);

/* May a name that begins at a word of the question, of these groups, be the
 * column's? */
bool word_filter_may_name(const struct schema_column *c,
                          const struct word *said, noun_groups groups);

/*
 * word_filter_table - which words of a question a table may know.
 *
 * in       nouns  nouns[w->n] of the question
 * returns  a bit a word, of the first 64
 * cost     O(words * columns)
 */
uint64_t word_filter_table(const struct schema_table *t, const struct words *w,
                           const struct schema_noun *nouns);

#endif
