/* statement.h - rows that are totals of others, as in statements. Private to src/ask/bind. */
#ifndef ASK_BIND_STATEMENT_H
#define ASK_BIND_STATEMENT_H

#include "ask/bind/binder.h"

/*
 * bind_check_statement - ask which row is meant where one figure is computed of all lines
 * of a statement: revenue, cost of sales and the gross profit that they leave.
 *
 * errors   ERR_LIMIT  the arena is full
 */
MUST_CHECK enum err bind_check_statement(struct binder *b, struct error *e);

#endif
