/* The thin path; link and bind take its place. */
#include "ask/ask.h"

#include "ask/compile.h"

static const struct schema_column *column_named(const struct schema_table *t,
                                                struct str stem)
{
    size_t i;

    for (i = 0; i < t->n_columns; i++) {
        const struct words *w = &t->columns[i].words;

        if (w->n == 1 && str_eq(w->word[0].stem, stem))
            return &t->columns[i];
    }
    return NULL;
}

static bool bind_top(const struct schema_table *t, const struct words *w,
                     struct query_spec *s)
{
    const struct schema_column *group;
    const struct schema_column *measure;
    struct error ignored;

    if (w->n != 5 || !str_is(w->word[0].fold, "top") ||
        !str_is(w->word[3].fold, "by") ||
        str_parse_u64(w->word[1].raw, 1000, &s->limit, &ignored))
        return false;
    group = column_named(t, w->word[2].stem);
    measure = column_named(t, w->word[4].stem);
    if (!group || !measure)
        return false;
    s->groups[s->n_groups++] = (struct spec_group){group->name, GRAIN_NONE};
    s->measures[s->n_measures++] =
        (struct spec_measure){.agg = AGG_SUM, .column = measure->name};
    s->order = ORDER_MEASURE;
    s->descending = true;
    return true;
}

static bool bind_count(const struct words *w, struct query_spec *s)
{
    if (w->n < 3 || !str_is(w->word[0].fold, "how") ||
        !str_is(w->word[2].fold, "rows"))
        return false;
    s->measures[s->n_measures++] = (struct spec_measure){.agg = AGG_COUNT};
    return true;
}

enum err ask_question(const struct ask_schema *s, struct str question,
                      struct arena *a, struct ask_result *out, struct error *e)
{
    struct compile_columns columns = {0};
    struct words w;
    struct str sql[2];

    *out = (struct ask_result){.outcome = ASK_CLARIFY};
    if (question.n == 0 || s->n_tables == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "an empty question");
    if (words_cut(question, WORDS_TEXT, a, &w, e))
        return e->code;
    out->spec.table = s->tables[0].sql;
    if (!bind_count(&w, &out->spec) && !bind_top(&s->tables[0], &w, &out->spec))
        return str_printf(a, &out->message, e,
                          "I do not understand the question");
    if (spec_compile(&out->spec, &columns, a, sql, e))
        return e->code;
    out->outcome = ASK_ANSWERABLE;
    out->sql = sql[0];
    out->tie_sql = sql[1];
    return OK;
}
