#include "answer/selector/window.h"

double *window_scores(const struct spans *of, const double *score, size_t p,
                      size_t sentences, struct arena *a, struct error *e)
{
    double *out = arena_alloc_array(a, sentences, sizeof(*out), e);

    if (!out)
        return NULL;
    for (size_t i = 0; i < of->n; i++) {
        const struct span *s = &of->at[i];

        if (s->passage == p && s->to == s->from + 1)
            out[s->from] = score[i];
    }
    return out;
}

/* The score of sentence `i`, if the span may grow to [from, to); else below 0. */
static double beside(const struct cut_passage *c, const struct window *w,
                     struct span grown, size_t i)
{
    if (span_characters(c, grown.from, grown.to) > w->max_chars)
        return -1;
    return w->score[i];
}

struct span window_around(const struct cut_passage *c, const struct window *w,
                          struct span s)
{
    for (;;) {
        const struct span before = {s.passage, s.from - 1, s.to, s.kind};
        const struct span after = {s.passage, s.from, s.to + 1, s.kind};
        const double up = s.from > 0 ? beside(c, w, before, s.from - 1) : -1;
        const double down = s.to < c->s.n ? beside(c, w, after, s.to) : -1;

        if (up < w->least && down < w->least)
            return s;
        s = down >= up ? after : before;
    }
}
