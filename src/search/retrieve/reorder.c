#include "search/retrieve/reorder.h"

#include "models/rerank/rerank.h"

#include <math.h>
#include <stdlib.h>

static int by_rerank(const void *a, const void *b)
{
    const struct candidate *x = a;
    const struct candidate *y = b;

    if (x->rerank != y->rerank)
        return x->rerank > y->rerank ? -1 : 1;
    if (x->hit.strength != y->hit.strength)
        return x->hit.strength > y->hit.strength ? -1 : 1;
    return (x->hit.id > y->hit.id) - (x->hit.id < y->hit.id);
}

static enum err ask(struct candidates *c, const struct reorder_request *r,
                    struct rerank *to, struct arena *a, struct error *note,
                    struct error *e)
{
    struct str *text = arena_alloc_array(a, c->n, sizeof(*text), e);
    double *score = arena_alloc_array(a, c->n, sizeof(*score), e);
    const struct rerank_question q = {.query = r->question,
                                      .document = text,
                                      .n = c->n,
                                      .top_n = c->n,
                                      .budget_ms = r->config->rerank_budget_ms,
                                      .cancel = r->how->cancel};

    if (!text || !score)
        return e->code;
    for (size_t i = 0; i < c->n; i++)
        text[i] = c->at[i].passage.text;
    if (!rerank_score(to, &q, score, note))
        return OK;
    for (size_t i = 0; i < c->n; i++) {
        c->at[i].is_reranked = isfinite(score[i]);
        c->at[i].rerank = score[i];
    }
    qsort(c->at, c->n, sizeof(*c->at), by_rerank);
    return OK;
}

enum err reorder(struct candidates *c, const struct reorder_request *r,
                 struct arena *a, struct error *note, struct error *e)
{
    struct rerank *to = NULL;
    enum err rc;

    *note = (struct error){0};
    if (c->n == 0)
        return OK;
    if (r->config->rerank.n == 0) {
        (void)error_set(note, ERR_VALIDATION_FAILED,
                        "the base has no endpoint to rerank with");
        return OK;
    }
    if (rerank_open(r->config->rerank, r->how, &to, note))
        return OK;
    rc = ask(c, r, to, a, note, e);
    rerank_close(to);
    return rc;
}
