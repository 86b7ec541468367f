/*
 * windows.h - splits a chunk's text into windows that fit a model's input.
 *
 * A model embeds only the first tokens of a text, up to a limit, so a long
 * chunk has several vectors. Only the model's tokenizer can count tokens; it is
 * called for each window.
 *
 * The windows cover the text, in its order. Where there is a line or sentence
 * end they are cut after it, and each but the first begins in the last
 * sentence or words of the one before.
 */
#ifndef SEARCH_CHUNKS_WINDOWS_H
#define SEARCH_CHUNKS_WINDOWS_H

#include "base/str.h"

/* Counts the tokens of a text. An error ends the work and comes back. */
struct window_measure {
    enum err (*tokens)(void *ctx, struct str text, size_t *n, struct error *e);
    void *ctx;
};

struct window_list {
    const struct str *window; /* window[n], slices of the text */
    size_t n;
};

/*
 * windows_cut - a text in windows.
 *
 * in       text        UTF-8, borrowed; blank: no window
 *          max_tokens  of a window, over 0; one character may have more
 *          measure     asked some 4 times a window, for texts of about that
 *                      size; more tokens for a longer text, by and large
 * out      out         lives in `a`, borrows `text`
 * errors   ERR_LIMIT   `a` is full; what `measure` returns
 */
MUST_CHECK enum err windows_cut(struct str text, size_t max_tokens,
                                const struct window_measure *measure,
                                struct arena *a, struct window_list *out,
                                struct error *e);

#endif
