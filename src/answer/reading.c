#include "answer/reading.h"

#include "ask/reading_spec.h"
#include "readings/answers.h"
#include "readings/ranker.h"
#include "spec/compile.h"

/* A grid and its texts; its rows are at most 8 MiB of JSON. */
#define GRID_BYTES ((size_t)256 << 20)

/* What is open while a reading is looked for. */
struct trying {
    struct tables *t;
    const struct answer_source *source;
    struct arena *a;
    struct ask_result *asked;
    struct grid g;
    const struct ranker *ranker;
};

/* All rows, or no grid where they are too many. */
static enum err open_grid(struct trying *x, bool *small, struct error *e)
{
    struct table_range range = {.start = 1, .count = ROWS_MAX};
    struct table_source from = x->source->from;
    struct json *answer = NULL;
    struct str text;
    enum err rc;

    *small = false;
    if (x->source->table.n)
        from.sheet = x->source->table;
    rc = table_read_rows(x->t, &from, &range, x->a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_answer_limits, x->a, &answer, e);
    if (rc || json_is_true(json_find(answer, "has_more")))
        return rc;
    rc = grid_read(answer, x->a, &x->g, e);
    *small = rc == OK;
    return rc == ERR_LIMIT ? OK : rc;
}

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

static enum err take_best(struct trying *x, struct str question,
                          struct error *e)
{
    struct query_spec spec = {.table = x->source->table.n ? x->source->table
                                                          : STR("data")};
    struct ranking ranking;
    bool possible;

    if (ranker_rank(x->ranker, &x->g, question, x->a, &ranking, e))
        return e->code;
    if (ranking.n == 0 || ranking.left_over > 0 ||
        ranking.best[0].confidence < READING_MIN_CONFIDENCE)
        return OK;
    if (reading_spec(&x->g, ranking.best[0].candidate, x->a, &spec, &possible,
                     e))
        return e->code;
    if (!possible)
        return OK;
    x->asked->confidence = ranking.best[0].confidence;
    x->asked->n_notes = 1;
    if (str_printf(x->a, &x->asked->notes[0], e,
                   "the likeliest of %zu readings; of such answers %.0f in 100 "
                   "are right",
                   ranking.candidates, 100 * ranking.best[0].confidence))
        return e->code;
    if (keep_expected(x, ranking.best[0].candidate, e))
        return e->code;
    return compile(x, &spec, e);
}

enum err reading_try(struct tables *t, const struct answer_source *source,
                     struct str question, struct arena *a,
                     struct ask_result *asked, struct error *e)
{
    struct trying x = {.t = t, .source = source, .a = a, .asked = asked};
    bool small;
    enum err rc;

    if (asked->language != LANGUAGE_EN || asked->lacks_type ||
        asked->is_empty || source->rows > ROWS_MAX)
        return OK;
    rc = open_grid(&x, &small, e);
    if (rc || !small)
        return rc;
    x.ranker = ranker_shared(e);
    rc = x.ranker ? take_best(&x, question, e) : e->code;
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

            if ((s->told == TOLD_MEASURES) == is_group ||
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
