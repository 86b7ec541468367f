/* nearest.h - names and values that are spelled nearly like a word. */
#ifndef ASK_LINK_NEAREST_H
#define ASK_LINK_NEAREST_H

#include "ask/link/link.h"

struct nearest {
    const struct schema_column *column;
    struct str value; /* empty: the column's name */
    unsigned distance;
};

/*
 * nearest_find - what a word of a question may have meant.
 *
 * in       word  folded
 * out      out   up to max, nearest first, columns before values; what goes on
 *                from the word comes last
 * returns  how many; words of up to three bytes have none
 * cost     O(bytes of all values)
 */
size_t nearest_find(const struct schema_table *t, struct str word,
                    struct nearest *out, size_t max);

/*
 * nearest_beside - values that the words beside an unknown one are parts of: of
 * "Acme Trading Corp" Acme Corp is, with a word too many.
 *
 * in       at   of the links, the unknown one
 * out      out  up to max; where both sides have some in common, only those
 */
size_t nearest_beside(const struct links *l, size_t at, struct nearest *out,
                      size_t max);

#endif
