/*
 * row_pages.h - read-ahead of rows for a client that pages through a table:
 * after two consecutive windows the next is likely, and a page answers it
 * without a worker.
 *
 * A page is an answer of the worker to `rows`, so its cells are the same bytes.
 * The key identifies the rows: the content of the file, the table and the
 * columns. A file that changed has another key.
 *
 * threads  any number; `lock` guards all within
 */
#ifndef TABLES_ROW_PAGES_H
#define TABLES_ROW_PAGES_H

#include "base/arena.h"
#include "base/str.h"

#define ROW_PAGE_ROWS  512u
#define ROW_PAGE_BYTES ((size_t)256 * 1024) /* of the worker's answer */
#define ROW_PAGES_MAX  16u

struct row_pages;

struct row_window {
    uint64_t start; /* from 1 */
    uint64_t count;
    uint64_t max_bytes; /* of the answer; 0: as many as there are */
};

/* No pages yet; errors: ERR_LIMIT. */
MUST_CHECK enum err row_pages_new(struct row_pages **out, struct error *e);

/* NULL is allowed. */
void row_pages_free(struct row_pages *p);

/*
 * row_pages_find - the answer to a window whose rows are all held.
 *
 * out      json  in `a`, what the worker would answer, to the byte
 * returns  false where it is not held, or `a` is full
 */
bool row_pages_find(struct row_pages *p, struct str key,
                    const struct row_window *w, struct arena *a,
                    struct str *json);

/*
 * row_pages_goes_on - does this window go on from the last one of its key?
 * Then a page from w->start on is worth reading. Remembers the window.
 */
bool row_pages_goes_on(struct row_pages *p, struct str key,
                       const struct row_window *w);

/* row_pages_keep - the worker's answer to ROW_PAGE_ROWS rows from `start`; one
   that is too large or not in the form known is not kept. */
void row_pages_keep(struct row_pages *p, struct str key, uint64_t start,
                    struct str answer);

#endif
