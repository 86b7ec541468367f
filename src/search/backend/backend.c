#include "search/backend/backend_kind.h"

#include "base/mem.h"

#include <stdlib.h>

struct backend {
    const struct backend_kind *is;
    void *x;
};

static const struct backend_kind *const kinds[] = {&backend_qdrant,
                                                   &backend_pgvector};

static const struct backend_kind *kind_of(struct str value)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        if (kinds[i]->is_named(value))
            return kinds[i];
    }
    return NULL;
}

enum err backend_check(struct str value, struct error *e)
{
    const struct backend_kind *kind = kind_of(value);

    if (str_is(value, BACKEND_NONE))
        return OK;
    return kind ? kind->check(value, e)
                : error_set(e, ERR_VALIDATION_FAILED,
                            BACKEND_SETTING
                            " is '" BACKEND_NONE
                            "', 'pgvector' or 'qdrant@<url>' such as "
                            "qdrant@https://vectors.example.com:6333");
}

enum err backend_check_base(const struct base *b, struct str value,
                            struct error *e)
{
    if (!str_is(value, "pgvector") || db_is_on_server(b->db))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     BACKEND_SETTING
                     " pgvector is for a base in PostgreSQL (--store), and "
                     "this one is in a home");
}

enum err backend_setting(const struct base *b, struct arena *a, struct str *out,
                         struct error *e)
{
    enum err rc = base_get_setting(b, BACKEND_SETTING, a, out, e);

    if (!rc && str_is(*out, BACKEND_NONE))
        *out = (struct str){0};
    return rc;
}

enum err backend_open(const struct base *b, struct str value,
                      const struct endpoint_options *how, struct backend **out,
                      struct error *e)
{
    const struct backend_kind *kind = kind_of(value);
    enum err rc = backend_check(value, e);

    if (rc)
        return rc;
    BUG_ON(!kind);
    *out = mem_new(sizeof(**out), e);
    if (!*out)
        return e->code;
    (*out)->is = kind;
    rc = kind->open(b, value, how, &(*out)->x, e);
    if (rc) {
        mem_free(*out);
        *out = NULL;
    }
    return rc;
}

void backend_close(struct backend *b)
{
    if (!b)
        return;
    b->is->close(b->x);
    mem_free(b);
}

enum err backend_prepare(struct backend *b, const struct backend_owner *o,
                         bool *is_new, struct error *e)
{
    return b->is->prepare(b->x, o, is_new, e);
}

enum err backend_put(struct backend *b, const struct backend_points *p,
                     struct error *e)
{
    return p->n ? b->is->put(b->x, p, e) : OK;
}

enum err backend_prune(struct backend *b, const struct str *document, size_t n,
                       uint64_t batch, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < n && !rc; i += BACKEND_MAX_TERMS)
        rc = b->is->prune(b->x, document + i,
                          n - i < BACKEND_MAX_TERMS ? n - i : BACKEND_MAX_TERMS,
                          batch, e);
    return rc;
}

enum err backend_nearest(struct backend *b, const struct backend_query *q,
                         struct arena *a, struct backend_hits *out,
                         struct error *e)
{
    BUG_ON(q->k == 0 || q->k > BACKEND_MAX_HITS);
    *out = (struct backend_hits){0};
    return b->is->nearest(b->x, q, a, out, e);
}

static int by_id(const void *a, const void *b)
{
    const struct backend_hit *x = a;
    const struct backend_hit *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->score < y->score) - (x->score > y->score);
}

void backend_hits_once(struct backend_hits *hits)
{
    size_t n = 0;

    if (hits->n > 0)
        qsort(hits->hit, hits->n, sizeof(*hits->hit), by_id);
    for (size_t i = 0; i < hits->n; i++) {
        if (n == 0 || hits->hit[n - 1].id != hits->hit[i].id)
            hits->hit[n++] = hits->hit[i];
    }
    hits->n = n;
}

enum err backend_count(struct backend *b, const struct backend_owner *o,
                       uint64_t *passages, struct error *e)
{
    return b->is->count(b->x, o, passages, e);
}

enum err backend_drop(struct backend *b, struct error *e)
{
    return b->is->drop(b->x, e);
}
