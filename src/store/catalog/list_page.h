/*
 * list_page.h - cursor pagination of ordered lists.
 *
 * The cursor of a page is the place of its last element, so that nothing is
 * seen twice or left out when elements come and go between two pages.
 */
#ifndef STORE_CATALOG_LIST_PAGE_H
#define STORE_CATALOG_LIST_PAGE_H

#include "base/jsonw.h"

/* Zeroed: all of it. */
struct list_page {
    uint64_t limit;   /* 0: as many as there are */
    struct str after; /* the cursor of the page before; empty: from the first */
};

/*
 * list_page_split - the two parts of a cursor "FIRST/REST"; both empty without
 * one.
 *
 * out      first, rest  borrow the cursor
 * errors   ERR_VALIDATION_FAILED  it is no such cursor
 */
MUST_CHECK enum err list_page_split(const struct list_page *page,
                                    struct str *first, struct str *rest,
                                    struct error *e);

/* How many to look for so that the next page is known of: one more. */
uint64_t list_page_wanted(const struct list_page *page);

/* Are `n` results of list_page_wanted() more than the page holds? */
bool list_page_is_over(const struct list_page *page, uint64_t n);

/* The member "next_cursor" of two parts, null where nothing follows; none of a
 * list that is whole. */
void list_page_put_next(const struct list_page *page, bool follows,
                        struct str first, struct str rest, struct jsonw *w);

#endif
