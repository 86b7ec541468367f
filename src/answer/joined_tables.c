#include "answer/joined_tables.h"

#include "answer/table_union.h"
#include "answer/vague_periods.h"
#include "ask/joins/join_edges.h"
#include "ask/joins/sql_names.h"
#include "ask/spec/compile.h"

/* Of the keys on the left as many must be found, or it is not a join. */
#define MIN_FOUND_PERCENT 50

#define WITH_BYTES ((size_t)4 << 20) /* the gate takes less */

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
static struct table_source source_of(const struct answer_source *of)
{
    struct table_source s = of->from;

    if (of->table.n)
        s.sheet = of->table;
    return s;
}

/* The tables of the reading. */
static size_t tables_of(const struct ask_result *r, size_t *tables)
{
    size_t n = r->n_tables < 2 ? 1 : r->n_tables;

    for (size_t i = 0; i < n; i++)
        tables[i] = r->n_tables < 2 ? r->table : r->tables[i];
    return n;
}

/* The files of a query and the WITH before it. */
struct united_query {
    struct table_source *files; /* files[n] */
    struct str *names;          /* names[n] in SQL, as the engine gives them */
    size_t n;
    struct buf with;
    size_t n_with; /* tables that it makes */
};

/* As engine/query/catalog.h names the files of a query. */
static enum err add_file(struct united_query *q, const struct answer_source *of,
                         struct arena *a, struct error *e)
{
    const struct str own = table_sql_name(&of->from);
    struct str name = own;
    bool taken = true;

    for (unsigned k = 2; taken; k++) {
        taken = str_eq_nocase(name, STR("data"));
        for (size_t i = 0; i < q->n && !taken; i++)
            taken = str_eq_nocase(q->names[i], name);
        if (taken && str_printf(a, &name, e, "%.*s_%u", STR_FMT(own), k))
            return e->code;
    }
    q->files[q->n] = source_of(of);
    q->names[q->n++] = name;
    return OK;
}

static void put_with(struct united_query *q, const struct table_union *u,
                     struct str name)
{
    buf_puts(&q->with, q->n_with++ ? ", " : "");
    buf_put_quoted(&q->with, '"', name);
    buf_puts(&q->with, " AS (");
    union_select(u, q->names + q->n - u->n, &q->with);
    buf_puts(&q->with, ")");
}

/* Files that are one table come last, so that the others have the names that
 * join_sql_names() gives them. */
static enum err add_files(const struct joined_tables *j, const size_t *tables,
                          size_t n, struct united_query *q, struct error *e)
{
    struct str names[JOIN_MAX_TABLES] = {STR("data")};

    if (n > 1 && join_sql_names(j->schema, tables, n, j->a, names, e))
        return e->code;
    for (size_t i = 0; i < n; i++) {
        const struct answer_source *s = &j->out->sources[tables[i]];

        if (!s->united && add_file(q, s, j->a, e))
            return e->code;
    }
    for (size_t i = 0; i < n; i++) {
        const struct table_union *u = j->out->sources[tables[i]].united;

        for (size_t k = 0; u && k < u->n; k++) {
            if (add_file(q, &u->members[k], j->a, e))
                return e->code;
        }
        if (u)
            put_with(q, u, names[i]);
    }
    return OK;
}

static enum err write_united(const struct joined_tables *j, struct str sql,
                             struct united_query *q, struct str *whole,
                             struct error *e)
{
    size_t tables[JOIN_MAX_TABLES];
    size_t n = tables_of(&j->out->asked, tables);
    size_t room = n;
    enum err rc = OK;

    *whole = (struct str){0};
    for (size_t i = 0; i < n; i++) {
        const struct table_union *u = j->out->sources[tables[i]].united;

        room += u ? u->n : 0;
    }
    if (room == n)
        return OK;
    q->files = arena_alloc_array(j->a, room, sizeof(*q->files), e);
    q->names = arena_alloc_array(j->a, room, sizeof(*q->names), e);
    if (!q->files || !q->names)
        return e->code;
    buf_init(&q->with, WITH_BYTES);
    rc = add_files(j, tables, n, q, e);
    if (!rc)
        rc = join_sql_with(buf_str(&q->with), sql, j->a, whole, e);
    buf_release(&q->with);
    return rc;
}

enum err joined_whole_sql(const struct joined_tables *j, struct str sql,
                          struct str *whole, struct error *e)
{
    struct united_query q = {0};

    return write_united(j, sql, &q, whole, e);
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
    struct united_query q = {.files = files};
    struct str whole;
    struct str text;
    enum err rc;

    if (write_united(j, sql, &q, &whole, e))
        return e->code;
    if (whole.n) {
        window.sql = whole;
    } else if (r->n_tables < 2 ||
               join_is_one_file(j->schema, r->tables, r->n_tables)) {
        files[0] = j->out->sources[r->table].from;
        q.n = 1;
    } else {
        for (; q.n < r->n_tables; q.n++)
            files[q.n] = source_of(&j->out->sources[r->tables[q.n]]);
    }
    window.also.sources = q.files + 1;
    window.also.n = q.n - 1;
    rc = table_query(j->t, &q.files[0], &window, j->a, &text, e);
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

        t->own = j->out->sources[i].united
                     ? j->out->sources[i].united->name
                     : table_sql_name(&j->out->sources[i].from);
        t->file = 0;
        while (!str_eq(j->out->sources[t->file].file, j->out->sources[i].file))
            t->file++;
    }
}

/* "country, city": the columns that lead there. */
static enum err write_key(const struct join_edge *edge, struct arena *a,
                          struct str *out, struct error *e)
{
    *out = edge->left_column->name;
    for (size_t i = 0; i < edge->n_also; i++)
        if (str_printf(a, out, e, "%.*s, %.*s", STR_FMT(*out),
                       STR_FMT(edge->also[i].left->name)))
            return e->code;
    return OK;
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
        struct str key, text;

        if (edge->unfound == 0)
            continue;
        if (write_key(edge, j->a, &key, e) ||
            str_printf(j->a, &text, e,
                       "%llu of %llu rows of %.*s have a %.*s that %.*s lacks",
                       (unsigned long long)edge->unfound,
                       (unsigned long long)left->rows, STR_FMT(left->name),
                       STR_FMT(key), STR_FMT(right->name)))
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
    if (!rc)
        rc = vague_periods_of_rules(&j->out->asked, j->a, e);
    return rc ? rc : joined_report_unfound(j, e);
}
