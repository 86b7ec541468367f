#include "answer/reading.h"

#include "answer/presentation_table.h"
#include "answer/reading_grid.h"
#include "answer/sentence/wording.h"
#include "ask/candidates/answers.h"
#include "ask/candidates/ranker.h"
#include "ask/reading_spec.h"
#include "ask/spec/compile.h"

/* What is open while a reading is looked for. */
struct trying {
    const struct reading_request *q;
    struct arena *a;
    struct ask_result *asked;
    struct grid g;
    const struct ranker *ranker;
};

static enum err compile(struct trying *x, const struct query_spec *spec,
                        struct error *e)
{
    struct str *names =
        arena_alloc_array(x->a, x->g.n_columns, sizeof(*names), e);
    struct compile_columns columns = {names, x->g.n_columns};
    struct str sql[2];

    if (!names)
        return e->code;
    for (size_t i = 0; i < columns.n; i++)
        names[i] = x->g.column[i].name;
    if (spec_compile(spec, &columns, x->a, sql, e))
        return e->code;
    x->asked->outcome = ASK_ANSWERABLE;
    x->asked->spec = *spec;
    x->asked->sql = sql[0];
    x->asked->tie_sql = (struct str){0};
    x->asked->n_candidates = 0;
    x->asked->lacks_type = false;
    return OK;
}

/* What the SQL is to say. */
static enum err keep_expected(struct trying *x, const struct candidate *c,
                              struct error *e)
{
    struct str *list = arena_alloc_array(x->a, c->answer.n, sizeof(*list), e);

    if (!list)
        return e->code;
    for (uint32_t i = 0; i < c->answer.n; i++) {
        if (denotation_text(&x->g, &c->answer, i, x->a, &list[i], e))
            return e->code;
    }
    x->asked->expected = list;
    x->asked->n_expected = c->answer.n;
    return OK;
}

/* Does it leave out what makes it another question: a number, a judgement, or,
 * where it computes something of all rows, a word that may have named some? */
static bool leaves_out(const struct ranking *r)
{
    const struct candidate *c = r->best[0].candidate;
    const struct row_set *s = c->rows;
    bool all = s->step == STEP_NONE &&
               (s->n == 0 || s->condition[0]->kind == CONDITION_SUMMARY);

    return r->left_hard > 0 || (c->answer.is_number && all && r->left_over > 0);
}

/* Is this likely enough to be the answer? */
static bool is_given(const struct trying *x, const struct ranking *r)
{
    const struct reading_choice *choice = x->q->choice;
    double confidence = r->best[0].confidence;

    if (choice->has_min)
        return confidence >= choice->min_confidence;
    if (!x->q->alone)
        return false;
    if (r->left_over == 0 && confidence >= READING_KEPT_CONFIDENCE)
        return true;
    if (!choice->labelled || !is_presentation_table(x->q->source))
        return false;
    return confidence >= READING_LIKELY_CONFIDENCE ||
           (confidence >= READING_PRESENTATION_CONFIDENCE &&
            x->asked->is_unknown && !leaves_out(r));
}

/* How it was read, and what that leaves out. */
static enum err report(struct trying *x, const struct ranking *r,
                       struct error *e)
{
    struct ask_result *asked = x->asked;
    char number[2][32];
    struct str fill[WORDING_FILLED] = {{0}};

    (void)snprintf(number[0], sizeof(number[0]), "%zu", r->candidates);
    (void)snprintf(number[1], sizeof(number[1]), "%.0f",
                   100 * r->best[0].confidence);
    fill[0] = str_from(number[0]);
    fill[1] = str_from(number[1]);
    asked->n_notes = 1;
    if (wording_fill(asked->language, WORDING_READING_LIKELIEST, fill, x->a,
                     &asked->notes[0], e))
        return e->code;
    if (r->left_over == 0)
        return OK;
    (void)snprintf(number[0], sizeof(number[0]), "%u", r->left_over);
    fill[0] = str_from(number[0]);
    return wording_make(asked->language,
                        r->left_over == 1 ? WORDING_READING_LEFT_ONE
                                          : WORDING_READING_LEFT,
                        fill[0], x->a, &asked->notes[asked->n_notes++], e);
}

static enum err take_best(struct trying *x, bool *given, struct error *e)
{
    const struct answer_source *source = x->q->source;
    struct query_spec spec = {.table = source->table.n ? source->table
                                                       : STR("data")};
    struct ranking ranking;
    bool possible;

    if (ranker_rank(x->ranker, &x->g, x->q->question, x->a, &ranking, e))
        return e->code;
    if (ranking.n == 0)
        return OK;
    if (reading_spec(&x->g, ranking.best[0].candidate, x->a, &spec, &possible,
                     e))
        return e->code;
    if (!possible)
        return OK;
    *given = is_given(x, &ranking);
    x->asked->confidence = ranking.best[0].confidence;
    if (report(x, &ranking, e))
        return e->code;
    if (keep_expected(x, ranking.best[0].candidate, e))
        return e->code;
    return compile(x, &spec, e);
}

/* A column that lacks its type is better mended, by who sits before it; whoever
 * goes by the confidence gets what the texts say. */
static bool goes_by_confidence(const struct reading_request *q)
{
    return q->choice->has_min ||
           (q->choice->labelled && is_presentation_table(q->source));
}

enum err reading_try(const struct reading_request *q, struct ask_result *asked,
                     bool *given, struct error *e)
{
    struct trying x = {.q = q, .a = q->a, .asked = asked};
    bool small;
    enum err rc;

    *given = false;
    if (q->source->united || asked->language != LANGUAGE_EN ||
        asked->is_empty || (asked->lacks_type && !goes_by_confidence(q)) ||
        q->source->rows > ROWS_MAX)
        return OK;
    x.ranker = q->choice->ranker ? q->choice->ranker : ranker_shared(e);
    if (!x.ranker)
        return e->code;
    rc = reading_grid(q->t, q->source, q->a, &x.g, &small, e);
    if (rc || !small)
        return rc;
    rc = take_best(&x, given, e);
    grid_release(&x.g);
    return rc;
}

size_t reading_cells(const struct query_spec *s, const struct json *result,
                     struct str *cells, size_t max)
{
    const struct json *rows = json_find(result, "rows");
    size_t n = 0;

    for (const struct json *row = rows ? rows->first : NULL; row;
         row = row->next) {
        size_t at = 0;

        for (const struct json *c = row->first; c; c = c->next, at++) {
            bool is_group = at < s->n_groups || (s->compare.kind && at == 0);

            if ((s->output == OUTPUT_MEASURES) == is_group ||
                c->type == JSON_NULL || n == max)
                continue;
            cells[n++] = c->type == JSON_TRUE    ? STR("true")
                         : c->type == JSON_FALSE ? STR("false")
                                                 : c->text;
        }
    }
    return n;
}

enum err reading_holds(const struct ask_result *asked,
                       const struct json *result, struct arena *a, bool *holds,
                       struct error *e)
{
    struct answers expected = {asked->expected, asked->n_expected};
    struct answers given = {.n = asked->n_expected + 1};
    struct str *cells = arena_alloc_array(a, given.n, sizeof(*cells), e);

    if (!cells)
        return e->code;
    given.text = cells;
    given.n = reading_cells(&asked->spec, result, cells, given.n);
    return answers_equal(&given, &expected, a, holds, e);
}
