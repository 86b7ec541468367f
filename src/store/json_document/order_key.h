/*
 * order_key.h - sort keys between any two of which another can be made.
 *
 * A place is a short byte string; places are ordered as memcmp() orders them.
 * So something can be put between two others without renaming any.
 */
#ifndef STORE_JSON_DOCUMENT_ORDER_KEY_H
#define STORE_JSON_DOCUMENT_ORDER_KEY_H

#include "base/buf.h"

/* The n-th place of a list that is made in one go, n from 0. */
void place_nth(uint32_t n, struct buf *out);

/*
 * A place after `low` and before `high`; an empty `low` is the beginning, an
 * empty `high` the end. They came from these functions, and low < high.
 */
void place_between(struct str low, struct str high, struct buf *out);

#endif
