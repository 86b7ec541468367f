/* join_settle.h - resolves links over a joined view before they are bound. */
#ifndef ASK_JOINS_JOIN_SETTLE_H
#define ASK_JOINS_JOIN_SETTLE_H

#include "ask/joins/joined_view.h"
#include "ask/link/link.h"

/*
 * join_settle - resolve words that joined tables share, by their neighbours.
 *
 * "Orders from customers in Spain": the customers only say whose Spain is
 * meant. A column of the first table wins over those of joined ones. Then the
 * view is made smaller: joined columns that nobody named are not there, so
 * that their dates and amounts are not meant by "in 2024" and "the total".
 *
 * out      l       fewer links; hits of the view's columns
 *          narrow  the view to bind; lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err join_settle(const struct join_view *v, struct links *l,
                                struct arena *a, struct join_view *narrow,
                                struct error *e);

#endif
