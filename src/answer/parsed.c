#include "answer/parsed.h"

#include "ask/joins/edges.h"

#include <math.h>
#include <string.h>

#define CANDIDATES 40 /* that are ranked */
#define RUN        3  /* that are run, so that equal answers are one */

/* An answer and the readings that give it. */
struct vote {
    size_t best; /* candidate, the first that gave it */
    struct str rows;
    double probability;
};

struct reading_votes {
    struct vote vote[RUN];
    size_t n;
};

static void take(const struct parse_result *r, size_t i, struct ask_result *out)
{
    const struct parse_candidate *c = &r->candidate[i];

    out->outcome = ASK_ANSWERABLE;
    out->table = c->table;
    out->spec = c->spec;
    out->sql = c->sql;
    out->tie_sql = c->tie_sql;
    out->n_tables = c->n_tables;
    out->n_edges = c->n_edges;
    memcpy(out->tables, c->tables, sizeof(out->tables));
    memcpy(out->edges, c->edges, sizeof(out->edges));
    out->links = NULL;
    out->by_parser = true;
    out->n_candidates = 0;
    out->n_notes = 0;
    out->lacks_type = false;
}

/* Has some cell a value? */
static bool has_value(const struct json *rows)
{
    for (const struct json *row = rows ? rows->first : NULL; row;
         row = row->next)
        for (const struct json *cell = row->first; cell; cell = cell->next)
            if (cell->type != JSON_NULL)
                return true;
    return false;
}

/* Its rows as text; empty: it gives none, or its joins do not hold. */
static enum err rows_of(const struct parsed_request *q,
                        const struct parse_result *r, size_t i,
                        struct str *rows, struct error *e)
{
    struct ask_result *asked = &q->tables.out->asked;
    struct json *result;
    struct buf b;
    struct jsonw w;
    struct error why;
    bool again = false;
    enum err rc;

    *rows = (struct str){0};
    take(r, i, asked);
    rc = joined_settle(&q->tables, asked, &again, &why);
    for (size_t k = 0; k < asked->n_edges && !rc; k++)
        if (asked->edges[k]->state == JOIN_FAILS)
            return OK;
    if (!rc)
        rc = joined_query(&q->tables, asked->sql, q->max_rows, &result, &why);
    if (rc)
        return rc == ERR_TIMEOUT || rc == ERR_RATE_LIMITED || rc == ERR_LIMIT
                   ? (*e = why).code
                   : OK;
    if (!has_value(json_find(result, "rows")))
        return OK;
    buf_init(&b, (size_t)64 << 20);
    jsonw_init(&w, &b);
    json_write(json_find(result, "rows"), &w);
    rc = buf_dup(&b, q->tables.a, rows, e);
    buf_release(&b);
    return rc;
}

static void count(struct reading_votes *v, size_t i, struct str rows, double p)
{
    for (size_t k = 0; k < v->n; k++)
        if (str_eq(v->vote[k].rows, rows)) {
            v->vote[k].probability += p;
            return;
        }
    v->vote[v->n++] = (struct vote){i, rows, p};
}

/* Probabilities of candidates, with that of answering nothing among them. */
static void probabilities(const struct parse_result *r, double *p)
{
    double most = r->nothing_score;
    double all;

    for (size_t i = 0; i < r->n; i++)
        most = fmax(most, r->candidate[i].score);
    all = exp(r->nothing_score - most);
    for (size_t i = 0; i < r->n; i++)
        all += p[i] = exp(r->candidate[i].score - most);
    for (size_t i = 0; i < r->n; i++)
        p[i] /= all;
}

static enum err vote(const struct parsed_request *q,
                     const struct parse_result *r, struct reading_votes *v,
                     struct error *e)
{
    double p[CANDIDATES];
    size_t runs = 0;

    probabilities(r, p);
    for (size_t i = 0; i < r->n && runs < RUN; i++) {
        struct str rows;

        if (r->candidate[i].drops ||
            (r->candidate[i].left && !q->may_leave_out))
            continue;
        runs++;
        if (rows_of(q, r, i, &rows, e))
            return e->code;
        if (rows.n)
            count(v, i, rows, p[i]);
    }
    return OK;
}

enum err parsed_try(const struct parsed_request *q, struct ask_result *asked,
                    bool *given, struct error *e)
{
    const struct parse_weights *weights = parse_weights_shared(e);
    const struct parse_request request = {.schema = q->tables.schema,
                                          .question = q->question,
                                          .weights = weights,
                                          .max = CANDIDATES};
    struct ask_result *kept = arena_alloc(q->tables.a, sizeof(*kept), e);
    struct parse_result *r = arena_alloc(q->tables.a, sizeof(*r), e);
    struct reading_votes v = {.n = 0};
    size_t best = 0;

    *given = false;
    if (!weights || !kept || !r)
        return e->code;
    *kept = *asked;
    if (parse_question(&request, q->tables.a, r, e) || vote(q, r, &v, e))
        return e->code;
    *asked = *kept;
    for (size_t i = 1; i < v.n; i++)
        if (v.vote[i].probability > v.vote[best].probability)
            best = i;
    if (v.n == 0)
        return OK;
    take(r, v.vote[best].best, asked);
    asked->confidence = parse_weights_confidence(
        weights, (unsigned)asked->language, v.vote[best].probability);
    *given = asked->confidence >= q->min_confidence;
    return OK;
}
