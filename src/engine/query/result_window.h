/*
 * result_window.h - writes the rows of a window in one pass over a result, and
 * counts the others.
 */
#ifndef ENGINE_QUERY_RESULT_WINDOW_H
#define ENGINE_QUERY_RESULT_WINDOW_H

#include "base/jsonw.h"
#include "engine/duck/duck.h"

/* The most a response takes, and what of it the rows leave for the rest. */
#define WINDOW_RESPONSE_BYTES ((size_t)8 * 1024 * 1024)
#define WINDOW_TAIL_BYTES     ((size_t)16 * 1024)

struct window {
    uint64_t rows, offset; /* asked for */
    size_t max_bytes;      /* of the response; 0: WINDOW_RESPONSE_BYTES */
    uint64_t shown;        /* rows written */
    uint64_t total;        /* rows of the whole result */
    bool cut;              /* more would not have fit in the response */
};

/*
 * window_write - the members columns, column_types and rows.
 *
 * in       r       at its first chunk; read to its end
 *          win     rows and offset
 * out      w       inside an object
 *          win     shown, total, cut
 * errors   ERR_LIMIT  the columns' names, or the window's first row, are over
 *                     the budget alone
 *          else as duck_result_next()
 * cost     O(result); memory of the window
 */
MUST_CHECK enum err window_write(struct duck_result *r, struct window *win,
                                 struct jsonw *w, struct error *e);

/* Are there rows after those shown? */
bool window_has_more(const struct window *win);

/* The limit of the response in MiB, for messages. */
size_t window_mib(const struct window *win);

#endif
