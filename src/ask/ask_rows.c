#include "ask/ask_rows.h"

#include "ask/bind/bind.h"
#include "ask/derive.h"
#include "ask/joins/apply.h"
#include "ask/joins/join_settle.h"
#include "ask/spec/compile.h"

#include <string.h>

enum err ask_rows_open(const struct ask_schema *s, size_t root, bool joins,
                       struct arena *a, struct ask_rows *out, struct error *e)
{
    *out = (struct ask_rows){.schema = s, .root = root};
    out->view.table = s->tables[root];
    if (!joins || !s->joins || s->joins->n == 0)
        return OK;
    if (join_view_make(s->joins, root, a, &out->view, e))
        return e->code;
    out->joins = out->view.n_nodes > 1;
    return OK;
}

enum err ask_rows_bind(const struct ask_rows *o, struct str question,
                       struct arena *a, struct query_spec *spec, bool *bound,
                       struct error *e)
{
    const struct schema_table *t = &o->view.table;
    struct bound *b = arena_alloc(a, sizeof(*b), e);
    struct join_view narrow;
    enum language language;
    struct links links;
    struct words w;

    *bound = false;
    if (!b || words_cut(question, WORDS_TEXT, a, &w, e))
        return e->code;
    language = question_words_language(&w);
    if (link_question(t, &w, language, a, &links, e))
        return e->code;
    if (o->joins) {
        if (join_settle(&o->view, &links, a, &narrow, e))
            return e->code;
        t = &narrow.table;
    }
    if (bind_question(t, &links, language, a, b, e))
        return e->code;
    *bound = !b->asks && b->n_derived == 0; /* whose columns would be missing */
    if (*bound)
        *spec = b->spec;
    return OK;
}

static bool is_of_table(const struct ask_rows *o, struct str name)
{
    const struct schema_table *t = &o->view.table;

    for (size_t i = 0; i < t->n_columns; i++) {
        if (str_eq(t->columns[i].name, name))
            return true;
    }
    return false;
}

static void undo_measure(const struct ask_rows *o, struct spec_measure *m)
{
    if (m->agg == AGG_FORMULA && is_of_table(o, m->column))
        m->agg = AGG_NONE;
}

/* As it was before it had the table's formulas and joins. What the question
 * before made of two columns stays. */
static void undo(const struct ask_rows *o, struct query_spec *s)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n_derived; i++) {
        if (!is_of_table(o, s->derived[i].name))
            s->derived[kept++] = s->derived[i];
    }
    s->n_derived = kept;
    s->n_joins = 0;
    s->table = o->schema->tables[o->root].sql;
    for (size_t i = 0; i < s->n_measures; i++)
        undo_measure(o, &s->measures[i]);
    if (s->has_having)
        undo_measure(o, &s->having.measure);
}

/* Which columns the rows of the SQL have. */
static enum err list_columns(const struct ask_rows *o,
                             const struct query_spec *s, struct arena *a,
                             struct compile_columns *out, struct error *e)
{
    const struct schema_table *t = &o->view.table;
    struct str *names = arena_alloc_array(a, t->n_columns, sizeof(*names), e);

    *out = (struct compile_columns){names, 0};
    for (size_t i = 0; names && i < t->n_columns; i++) {
        const bool own = !o->joins || o->view.node[i] == 0;

        if (own ? derive_is_there(s, &t->columns[i])
                : spec_join_brings(s, t->columns[i].name))
            names[out->n++] = t->columns[i].name;
    }
    return names ? OK : e->code;
}

/* Give the spec its joins; false: it can have none. */
static enum err join(const struct ask_rows *o, struct arena *a,
                     struct ask_result *out, bool *done, struct error *e)
{
    struct join_applied applied = {.outcome = JOIN_NONE};

    *done = true;
    if (!o->joins)
        return OK;
    if (join_apply(&o->view, a, &out->spec, &applied, e))
        return e->code;
    *done = applied.outcome != JOIN_FAN_OUT && applied.outcome != JOIN_NO_FORM;
    memcpy(out->tables, applied.tables, sizeof(out->tables));
    memcpy(out->edges, applied.edges, sizeof(out->edges));
    out->n_tables = applied.n;
    out->n_edges = applied.n_edges;
    return OK;
}

enum err ask_rows_compile(const struct ask_rows *o,
                          const struct query_spec *spec, struct arena *a,
                          struct ask_result *out, bool *done, struct error *e)
{
    struct ask_result *got = arena_alloc(a, sizeof(*got), e);
    const struct schema_column *misses;
    struct compile_columns columns;
    struct error why;
    struct str sql[2];

    *done = false;
    if (!got)
        return e->code;
    *got = (struct ask_result){
        .outcome = ASK_ANSWERABLE, .table = o->root, .spec = *spec};
    undo(o, &got->spec);
    if (join(o, a, got, done, e) ||
        derive_columns(&o->view.table, &got->spec, &misses, e) ||
        list_columns(o, &got->spec, a, &columns, e))
        return e->code;
    if (*done)
        *done = !misses && !spec_compile(&got->spec, &columns, a, sql, &why);
    if (!*done)
        return OK;
    got->sql = sql[0];
    got->tie_sql = sql[1];
    *out = *got;
    return OK;
}
