/* clause.h - does a clause of a question ask something by itself? */
#ifndef ASK_ROUTE_CLAUSE_H
#define ASK_ROUTE_CLAUSE_H

#include "base/text/words.h"

/*
 * clause_asks - words [from, to) begin as a question or a request does ("who
 * signs", "does it", "tell me"), or are one in Chinese ("...吗", "什么").
 *
 * What only goes on with what was before it ("and in Spain") does not.
 */
bool clause_asks(const struct words *w, size_t from, size_t to);

#endif
