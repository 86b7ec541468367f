#include "answer/agreement.h"

#include "answer/reading_grid.h"
#include "ask/candidates/answers.h"
#include "ask/candidates/ranker.h"

#define MAX_CELLS   64 /* of a column that is compared */
#define MAX_COLUMNS 8

/* A result that is held against readings. */
struct held {
    const struct grid *g;
    struct arena *a;
    struct str *cell[MAX_COLUMNS]; /* cell[n]: those that are not null, */
    size_t count[MAX_COLUMNS];     /* how many of each column */
    size_t n;
};

/* Of a cell that is not null. */
static struct str text_of(const struct json *cell)
{
    if (cell->type == JSON_TRUE || cell->type == JSON_FALSE)
        return cell->type == JSON_TRUE ? STR("true") : STR("false");
    return cell->text;
}

static enum err add_row(struct held *h, const struct json *row, size_t rows,
                        struct error *e)
{
    size_t at = 0;

    for (const struct json *cell = row->first; cell && at < MAX_COLUMNS;
         cell = cell->next, at++) {
        if (at == h->n)
            h->cell[h->n++] =
                arena_alloc_array(h->a, rows, sizeof(struct str), e);
        if (!h->cell[at])
            return e->code;
        if (cell->type != JSON_NULL)
            h->cell[at][h->count[at]++] = text_of(cell);
    }
    return OK;
}

/* The columns of a result; none where it has many rows. */
static enum err read_columns(struct held *h, const struct json *result,
                             struct error *e)
{
    const struct json *rows = json_find(result, "rows");
    enum err rc = OK;

    if (!rows || rows->count == 0 || rows->count > MAX_CELLS)
        return OK;
    for (const struct json *row = rows->first; row && !rc; row = row->next)
        rc = add_row(h, row, rows->count, e);
    return rc;
}

static enum err is_given(struct held *h, const struct denotation *d,
                         bool *given, struct error *e)
{
    struct str *text = arena_alloc_array(h->a, d->n, sizeof(*text), e);
    const struct answers said = {text, d->n};
    enum err rc = OK;

    *given = false;
    if (!text)
        return e->code;
    for (uint32_t i = 0; i < d->n && !rc; i++)
        rc = denotation_text(h->g, d, i, h->a, &text[i], e);
    for (size_t i = 0; i < h->n && !rc && !*given; i++) {
        const struct answers held = {h->cell[i], h->count[i]};

        if (held.n > 0)
            rc = answers_equal(&held, &said, h->a, given, e);
    }
    return rc;
}

static enum err compare(struct held *h, const struct ranking *r,
                        struct agreement *out, struct error *e)
{
    enum err rc = OK;

    out->made = r->n > 0;
    out->nothing = r->nothing;
    out->left_over = r->left_over;
    out->confidence = r->n ? r->best[0].confidence : 0;
    for (size_t i = 0; i < r->n && !rc; i++) {
        bool same = false;

        rc = is_given(h, &r->best[i].candidate->answer, &same, e);
        if (!same)
            continue;
        out->agrees |= i == 0;
        out->same += r->best[i].agreed;
    }
    return rc;
}

enum err agreement_of(const struct reading_request *q,
                      const struct ask_result *asked, const struct json *result,
                      struct agreement *out, struct error *e)
{
    struct held h = {.a = q->a};
    const struct ranker *ranker;
    struct ranking ranking;
    struct grid g;
    bool small;
    enum err rc;

    *out = (struct agreement){0};
    if (q->source->united || asked->language != LANGUAGE_EN ||
        asked->n_tables > 0 || q->source->rows > OPINION_MAX_ROWS)
        return OK;
    ranker = q->choice->ranker ? q->choice->ranker : ranker_shared(e);
    if (!ranker)
        return e->code;
    rc = reading_grid(q->t, q->source, q->a, &g, &small, e);
    if (rc || !small)
        return rc;
    h.g = &g;
    rc = ranker_rank(ranker, &g, q->question, q->a, &ranking, e);
    if (!rc)
        rc = read_columns(&h, result, e);
    if (!rc)
        rc = compare(&h, &ranking, out, e);
    grid_release(&g);
    return rc;
}
