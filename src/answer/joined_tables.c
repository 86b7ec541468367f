#include "answer/joined_tables.h"

#include "ask/joins/edges.h"
#include "ask/joins/sql_names.h"
#include "ask/spec/compile.h"

/* Of the keys on the left as many must be found, or it is no join. */
#define MIN_FOUND_PERCENT 50

bool joined_is_used(const struct answer *an, size_t source)
{
    const struct ask_result *r = &an->asked;

    for (size_t i = 0; i < r->n_tables; i++) {
        if (r->tables[i] == source)
            return true;
    }
    return r->n_tables == 0 && source == an->used;
}

uint64_t joined_rows(const struct answer *an)
{
    uint64_t rows = 0;

    for (size_t i = 0; i < an->n_sources; i++)
        rows += joined_is_used(an, i) ? an->sources[i].rows : 0;
    return rows;
}

/* ---- the files of a query ---- */

/* A sheet is selected, so that its file's name stands for it. */
static struct table_source source_of(const struct answer *an, size_t source)
{
    struct table_source s = an->sources[source].from;

    if (an->sources[source].table.n)
        s.sheet = an->sources[source].table;
    return s;
}

enum err joined_query(const struct joined_tables *j, struct str sql,
                      uint64_t rows, struct json **result, struct error *e)
{
    const struct rows_window w = {.rows = rows};

    return joined_window(j, sql, &w, result, e);
}

enum err joined_window(const struct joined_tables *j, struct str sql,
                       const struct rows_window *w, struct json **result,
                       struct error *e)
{
    const struct ask_result *r = &j->out->asked;
    struct table_window window = {.sql = sql,
                                  .rows = w->rows,
                                  .offset = w->offset,
                                  .max_bytes = j->max_bytes};
    struct table_source files[JOIN_MAX_TABLES];
    struct str text;
    enum err rc;

    if (r->n_tables < 2 || join_is_one_file(j->schema, r->tables, r->n_tables))
        return table_query(j->t, &j->out->sources[r->table].from, &window, j->a,
                           &text, e)
                   ? e->code
                   : json_parse(text, &json_default_limits, j->a, result, e);
    for (size_t i = 0; i < r->n_tables; i++)
        files[i] = source_of(j->out, r->tables[i]);
    window.also.sources = files + 1;
    window.also.n = r->n_tables - 1;
    rc = table_query(j->t, &files[0], &window, j->a, &text, e);
    return rc ? rc : json_parse(text, &json_default_limits, j->a, result, e);
}

/* ---- measuring ---- */

/* Take the figures of an edge; true when the question is to be read again. */
static enum err judge(struct join_edge *edge, const struct json **figure,
                      bool *again, struct error *e)
{
    uint64_t n[SPEC_JOIN_FIGURES] = {0};

    for (size_t i = 0; i < SPEC_JOIN_FIGURES; i++) {
        if (!*figure ||
            json_read_u64(*figure, "figure", UINT64_MAX / 128, &n[i], e))
            return *figure
                       ? e->code
                       : error_set(e, ERR_INTERNAL, "a join has no figures");
        *figure = (*figure)->next;
    }
    edge->state =
        n[0] == 0 && n[1] > 0 && (n[1] - n[2]) * 100 >= n[1] * MIN_FOUND_PERCENT
            ? JOIN_HOLDS
            : JOIN_FAILS;
    edge->unfound = n[2];
    *again |= edge->state == JOIN_FAILS || n[2] > 0;
    return OK;
}

/* Measure the edges of the reading, all in one query. */
static enum err measure(const struct joined_tables *j, bool *again,
                        struct error *e)
{
    struct join_edge *edges = j->schema->joins->edges;
    const struct ask_result *r = &j->out->asked;
    const struct json *rows, *figure;
    struct json *result = NULL;
    bool known = true;
    struct str sql = {0};

    *again = false;
    for (size_t i = 0; i < r->n_edges; i++)
        known &= r->edges[i]->state != JOIN_GUESSED;
    if (known)
        return OK;
    if (spec_join_figures(&r->spec, j->a, &sql, e) ||
        joined_query(j, sql, 1, &result, e))
        return e->code;
    rows = json_find(result, "rows");
    figure = rows && rows->first ? rows->first->first : NULL;
    for (size_t i = 0; i < r->n_edges; i++) {
        if (judge(&edges[r->edges[i] - edges], &figure, again, e))
            return e->code;
    }
    return OK;
}

/* ---- asking ---- */

/* What files and names a query will have. */
static void name_files(const struct joined_tables *j)
{
    for (size_t i = 0; i < j->schema->n_tables; i++) {
        struct schema_table *t = &j->schema->tables[i];

        t->own = table_sql_name(&j->out->sources[i].from);
        t->file = 0;
        while (!str_eq(j->out->sources[t->file].file, j->out->sources[i].file))
            t->file++;
    }
}

/* Rows of the first table whose key is not in the joined one stay, without
 * anything from there. */
enum err joined_report_unfound(const struct joined_tables *j, struct error *e)
{
    const struct ask_result *r = &j->out->asked;

    for (size_t i = 0; i < r->n_edges; i++) {
        const struct join_edge *edge = r->edges[i];
        const struct schema_table *left = &j->schema->tables[edge->left];
        const struct schema_table *right = &j->schema->tables[edge->right];
        struct str text;

        if (edge->unfound == 0)
            continue;
        if (str_printf(j->a, &text, e,
                       "%llu of %llu rows of %.*s have a %.*s that %.*s lacks",
                       (unsigned long long)edge->unfound,
                       (unsigned long long)left->rows, STR_FMT(left->name),
                       STR_FMT(edge->left_column->name), STR_FMT(right->name)))
            return e->code;
        if (j->out->n_warnings < ANSWER_MAX_WARNINGS)
            j->out->warnings[j->out->n_warnings++] = text;
    }
    return OK;
}

enum err joined_open(const struct joined_tables *j, struct error *e)
{
    struct join_graph *g;

    if (j->schema->joins)
        return OK;
    g = arena_alloc(j->a, sizeof(*g), e);
    if (!g)
        return e->code;
    name_files(j);
    if (join_graph_find(j->schema, j->a, g, e))
        return e->code;
    j->schema->joins = g;
    return OK;
}

enum err joined_settle(const struct joined_tables *j,
                       const struct ask_result *asked, bool *again,
                       struct error *e)
{
    if (asked != &j->out->asked)
        j->out->asked = *asked;
    *again = false;
    if (asked->outcome != ASK_ANSWERABLE || asked->n_edges == 0)
        return OK;
    return measure(j, again, e);
}

enum err joined_ask(const struct joined_tables *j, struct str question,
                    struct error *e)
{
    bool again = true;
    enum err rc = joined_open(j, e);

    while (!rc && again) {
        rc = ask_question(j->schema, question, j->a, &j->out->asked, e);
        if (!rc)
            rc = joined_settle(j, &j->out->asked, &again, e);
    }
    return rc ? rc : joined_report_unfound(j, e);
}
