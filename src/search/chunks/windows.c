/*
 * A window is guessed with the estimate of measure.h and corrected by what the
 * tokenizer says: as it is in the text just measured, so it will be in one a
 * little shorter or longer. Guesses that turn out too long are shortened until
 * one fits; one that is much too short is lengthened, and the shorter is kept
 * in case that goes wrong. The next window begins with what the last one
 * learned, as neighbours are written alike.
 */
#include "search/chunks/windows.h"

#include "search/chunks/measure.h"

#include "base/utf8.h"

#define OVERLAP_PART 8 /* of a window, at most, is in the one before, too */
#define FULL_ENOUGH  3 /* quarters of max_tokens */
#define TRIES        2 /* to make a window longer */

struct cutter {
    struct str text;
    size_t max_tokens;
    const struct window_measure *measure;
    size_t guess; /* tokens as estimated that should fill a window */
    struct arena *a;
    struct str *window;
    size_t n, room;
};

static enum err add(struct cutter *c, struct str window, struct error *e)
{
    if (c->n == c->room) {
        size_t room = c->room ? c->room * 2 : 8;
        struct str *bigger = arena_alloc_array(c->a, room, sizeof(*bigger), e);

        if (!bigger)
            return e->code;
        for (size_t i = 0; i < c->n; i++)
            bigger[i] = c->window[i];
        c->window = bigger;
        c->room = room;
    }
    c->window[c->n++] = window;
    return OK;
}

/* The beginning of `rest` that is estimated to have up to `guess` tokens. */
static struct str take(struct str rest, size_t guess)
{
    const struct measure limit = {SIZE_MAX, guess};

    return str_slice(rest, 0, measure_cut(rest, limit));
}

/* A guess for a text that had `tokens` where it should have max_tokens. */
static size_t corrected(const struct cutter *c, struct str text, size_t tokens)
{
    size_t estimated = measure_text(text).tokens;
    size_t guess = tokens ? estimated * c->max_tokens / tokens : estimated * 2;

    return guess > 0 ? guess : 1;
}

/* Make a window that is too long shorter, until it fits. */
static enum err shorten(struct cutter *c, struct str rest, struct str *window,
                        size_t *tokens, struct error *e)
{
    enum err rc = OK;

    while (!rc && *tokens > c->max_tokens) {
        size_t guess = corrected(c, *window, *tokens);
        struct str shorter = take(rest, guess);

        if (shorter.n >= window->n) { /* the estimate is too coarse here */
            const struct measure one = {1, SIZE_MAX};

            shorter = str_slice(rest, 0, window->n / 2);
            shorter.n = utf8_valid_prefix(shorter);
            if (shorter.n == 0)
                shorter.n = measure_cut(rest, one);
        }
        if (shorter.n == window->n)
            return OK; /* one character */
        *window = shorter;
        c->guess = guess;
        rc = c->measure->tokens(c->measure->ctx, shorter, tokens, e);
    }
    return rc;
}

/* Make one that is much too short longer, where that fits. */
static enum err lengthen(struct cutter *c, struct str rest, struct str *window,
                         size_t tokens, struct error *e)
{
    enum err rc = OK;

    for (int i = 0; i < TRIES && !rc && window->n < rest.n &&
                    tokens * 4 < c->max_tokens * FULL_ENOUGH;
         i++) {
        size_t guess = corrected(c, *window, tokens);
        struct str longer = take(rest, guess);
        size_t n = 0;

        rc = c->measure->tokens(c->measure->ctx, longer, &n, e);
        if (rc || n > c->max_tokens || longer.n <= window->n)
            break;
        *window = longer;
        tokens = n;
        c->guess = guess;
    }
    return rc;
}

static enum err find_window(struct cutter *c, struct str rest,
                            struct str *window, struct error *e)
{
    size_t tokens = 0;
    enum err rc;

    *window = take(rest, c->guess);
    rc = c->measure->tokens(c->measure->ctx, *window, &tokens, e);
    if (!rc && tokens > c->max_tokens)
        return shorten(c, rest, window, &tokens, e);
    return rc ? rc : lengthen(c, rest, window, tokens, e);
}

/* Where the window after this one begins. */
static size_t begin_in(const struct cutter *c, struct str window)
{
    size_t tokens = c->guess / OVERLAP_PART;
    size_t at = tokens ? measure_tail(window, tokens) : window.n;

    return at > 0 ? at : window.n; /* it goes on */
}

enum err windows_cut(struct str text, size_t max_tokens,
                     const struct window_measure *measure, struct arena *a,
                     struct window_list *out, struct error *e)
{
    struct cutter c = {.max_tokens = max_tokens,
                       .measure = measure,
                       .guess = max_tokens,
                       .a = a};
    size_t begin = 0;
    size_t covered = 0;
    enum err rc = OK;

    while (!rc && str_trim(str_slice(text, covered, text.n)).n > 0) {
        struct str window = {0};

        rc = find_window(&c, str_slice(text, begin, text.n), &window, e);
        if (!rc && begin + window.n <= covered && begin < covered) {
            begin = covered; /* nothing new: begin without what is repeated */
            continue;
        }
        if (!rc)
            rc = add(&c, window, e);
        covered = begin + window.n;
        begin += begin_in(&c, window);
    }
    *out = (struct window_list){c.window, c.n};
    return rc;
}
