/* misspelled_values.h - finds values although some of their words are misspelled. */
#ifndef ASK_LINK_MISSPELLED_VALUES_H
#define ASK_LINK_MISSPELLED_VALUES_H

#include "ask/link/link.h"

/*
 * link_is_unknown - may a word be a slip: no word of questions, of a column's
 * name or of a value of the table, read or not, and not too short?
 */
bool link_is_unknown(const struct schema_table *t, const struct words *w,
                     const struct schema_noun *nouns, size_t at);

/*
 * link_misspelled_values - runs of two words or more that are all of a value
 * but for slips.
 *
 * One word at least is written as the value has it, and those that are not are
 * nothing that the table or a question knows: "Jonh Smiht 0123" is John Smith
 * 0123, while "Madird" alone needs clarification. Digits are never a slip, and what
 * may be two values is none.
 *
 * out      l   its near[n_near], in `a`
 * cost     nothing where all words are known, else O(bytes of the values)
 */
MUST_CHECK enum err link_misspelled_values(struct linker *l, struct error *e);

/* Candidates that begin at word `at`. */
void link_misspelled_values_at(struct linker *l, size_t at);

#endif
