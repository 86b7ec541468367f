/* meaning_drop.h - meanings that are none beside the others. Private to the module. */
#ifndef ASK_PARSE_MEANING_DROP_H
#define ASK_PARSE_MEANING_DROP_H

#include "ask/parse/meaning.h"

/*
 * meanings_drop - leave out what no state may take, so that its words are not taken for
 * something of the table.
 *
 * These are amounts of either sign where a word says which way money went, and measures
 * that columns make together whose words mean something that is there.
 *
 * errors   ERR_LIMIT  the arena of the meanings is full
 */
MUST_CHECK enum err meanings_drop(struct meanings *m, struct error *e);

/* Is a span a part of a longer one of its kind: 2023 of "2023年下半年"? */
bool meanings_is_cut_off(const struct meanings *all, const struct meaning *m);

#endif
