/*
 * duckdb_definition.c - what the definition of a view reads.
 *
 * The engine's own tree of the query says which tables are read and where in the text
 * they are named. Names of WITH queries are no tables: a WITH query is visible to those
 * after it and to the query it comes before, with all that is inside, and to itself only
 * in the second half of a recursive one, as in sql_gate/gate_query.c. A mistake here
 * cannot open anything, because the gate reads the whole again; it could only make a
 * view refused, or read a table of the same file.
 */
#include "engine/ingest/duckdb_view.h"

#include "base/json.h"
#include "engine/sql_gate/gate_scan.h"

#include <stdlib.h>

#define TREE_BYTES  ((size_t)64 << 20)
#define DEPTH_MAX   1000u
#define READS_MAX   ((size_t)1000)
#define CALLS_MAX   ((size_t)10000)
#define COLUMNS_MAX ((size_t)10000)

static enum err no_definition(struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED, "its definition cannot be run");
}

/* ---- the statement ---- */

/* A name without its quotes. */
static enum err plain_name(struct str token, struct arena *a, struct str *out,
                           struct error *e)
{
    char *p;
    size_t n = 0;

    if (token.n < 2 || token.p[0] != '"')
        return str_dup(token, a, out, e);
    p = arena_alloc(a, token.n, e);
    if (!p)
        return e->code;
    for (size_t i = 1; i + 1 < token.n; i++) {
        p[n++] = token.p[i];
        i += token.p[i] == '"'; /* which is doubled */
    }
    *out = (struct str){p, n};
    return OK;
}

static bool is_name(const struct gate_token *t)
{
    return t->kind == GATE_TOKEN_WORD ||
           (t->kind == GATE_TOKEN_QUOTED && t->text.p[0] == '"');
}

static bool is_sign(const struct gate_token *t, const char *sign)
{
    return t->kind == GATE_TOKEN_OTHER && str_is(t->text, sign);
}

static bool is_keyword(const struct gate_token *t, const char *word)
{
    return t->kind == GATE_TOKEN_WORD && str_eq_nocase(t->text, str_from(word));
}

/* "(c, d)" after the view's name, at *pos behind the bracket. */
static enum err parse_columns(struct str sql, size_t *pos, struct arena *a,
                              struct duckdb_definition *out, struct error *e)
{
    struct str *names = arena_alloc_array(a, COLUMNS_MAX, sizeof(*names), e);
    struct gate_token t;

    if (!names)
        return e->code;
    do {
        t = gate_token_next(sql, pos);
        if (!is_name(&t) || out->n == COLUMNS_MAX)
            return no_definition(e);
        if (plain_name(t.text, a, &names[out->n++], e))
            return e->code;
        t = gate_token_next(sql, pos);
    } while (is_sign(&t, ","));
    out->columns = names;
    return is_sign(&t, ")") ? OK : no_definition(e);
}

/* Without the semicolon at its end. */
static struct str query_of(struct str sql, size_t pos)
{
    struct str query = str_trim(str_slice(sql, pos, sql.n));

    if (str_ends(query, STR(";")))
        query.n--;
    return query;
}

enum err duckdb_definition_parse(struct str sql, struct arena *a,
                                 struct duckdb_definition *out, struct error *e)
{
    size_t pos = 0;
    struct gate_token t = gate_token_next(sql, &pos);

    *out = (struct duckdb_definition){0};
    if (!is_keyword(&t, "CREATE"))
        return no_definition(e);
    do
        t = gate_token_next(sql, &pos);
    while (t.kind == GATE_TOKEN_WORD && !is_keyword(&t, "VIEW"));
    if (!is_keyword(&t, "VIEW"))
        return no_definition(e);
    do { /* a.b.c */
        t = gate_token_next(sql, &pos);
        if (!is_name(&t))
            return no_definition(e);
        t = gate_token_next(sql, &pos);
    } while (is_sign(&t, "."));
    if (is_sign(&t, "(")) {
        if (parse_columns(sql, &pos, a, out, e))
            return e->code;
        t = gate_token_next(sql, &pos);
    }
    if (!is_keyword(&t, "AS"))
        return no_definition(e);
    out->query = query_of(sql, pos);
    return OK;
}

/* ---- what it reads ---- */

struct scope {
    struct str name;
    const struct scope *up;
};

struct walk {
    struct str query;
    struct arena *a;
    struct duckdb_reads *reads;
    struct str *calls;
    const struct scope *scope;
};

static bool scope_has(const struct walk *w, struct str name)
{
    for (const struct scope *s = w->scope; s; s = s->up)
        if (str_eq_nocase(s->name, name))
            return true;
    return false;
}

static enum err scope_push(struct walk *w, struct str name, struct error *e)
{
    struct scope *s;

    if (str_eq_nocase(str_slice(name, 0, sizeof(DUCKDB_PART_NAME) - 1),
                      STR(DUCKDB_PART_NAME)))
        return no_definition(e);
    s = arena_alloc(w->a, sizeof(*s), e);
    if (!s)
        return e->code;
    *s = (struct scope){name, w->scope};
    w->scope = s;
    return OK;
}

/* The bytes of "a.b.c" that begin at `offset`; its last part must be the table. */
static enum err find_name(const struct walk *w, uint64_t offset,
                          struct duckdb_read *r, struct error *e)
{
    size_t pos = offset < w->query.n ? (size_t)offset : w->query.n;
    struct gate_token t = gate_token_next(w->query, &pos);
    struct gate_token next;
    struct str name = {0};

    r->at = t.at;
    for (;;) {
        r->end = pos;
        next = gate_token_next(w->query, &pos);
        if (!is_name(&t) || !is_sign(&next, "."))
            break;
        t = gate_token_next(w->query, &pos);
    }
    if (!is_name(&t) || plain_name(t.text, w->a, &name, e) ||
        !str_eq(name, r->table))
        return no_definition(e);
    return OK;
}

static enum err take_table(struct walk *w, const struct json *j,
                           struct error *e)
{
    const struct json *at = json_find(j, "query_location");
    struct duckdb_read r = {.catalog = json_text(json_find(j, "catalog_name")),
                            .schema = json_text(json_find(j, "schema_name")),
                            .table = json_text(json_find(j, "table_name")),
                            .has_alias =
                                json_text(json_find(j, "alias")).n > 0};

    if (r.schema.n == 0 && r.catalog.n == 0 && scope_has(w, r.table))
        return OK;
    if (w->reads->n == READS_MAX || !at || at->type != JSON_NUMBER)
        return no_definition(e);
    if (find_name(w, gate_source_offset(w->query, json_u64(at, UINT64_MAX / 2)),
                  &r, e))
        return e->code;
    w->reads->list[w->reads->n++] = r;
    return OK;
}

static enum err take_call(struct walk *w, struct str name, struct error *e)
{
    if (w->reads->n_calls == CALLS_MAX)
        return no_definition(e);
    w->calls[w->reads->n_calls++] = name;
    return OK;
}

static enum err visit(struct walk *w, const struct json *j, struct error *e);

/* Each WITH query, and after it its name. */
static enum err visit_with(struct walk *w, const struct json *map,
                           struct error *e)
{
    const struct json *list = json_find(map, "map");

    for (const struct json *j = list ? list->first : NULL; j; j = j->next)
        if (visit(w, j, e) || scope_push(w, json_text(json_find(j, "key")), e))
            return e->code;
    return OK;
}

/* A recursive one: its second half sees its name. */
static enum err visit_recursion(struct walk *w, const struct json *j,
                                struct error *e)
{
    const struct scope *outer = w->scope;
    enum err rc = scope_push(w, json_text(json_find(j, "cte_name")), e);

    if (!rc && json_find(j, "right"))
        rc = visit(w, json_find(j, "right"), e);
    w->scope = outer;
    return rc;
}

/* json_parse() has bounded the depth. */
static enum err visit(struct walk *w, const struct json *j, struct error *e)
{
    const struct scope *outer = w->scope;
    const struct json *with = json_find(j, "cte_map");
    const struct str call = json_text(json_find(j, "function_name"));
    bool recursive = json_is(json_find(j, "type"), "RECURSIVE_CTE_NODE");
    enum err rc = with ? visit_with(w, with, e) : OK;

    if (!rc && json_is(json_find(j, "type"), "BASE_TABLE"))
        rc = take_table(w, j, e);
    if (!rc && call.n)
        rc = take_call(w, call, e);
    if (!rc && recursive)
        rc = visit_recursion(w, j, e);
    for (const struct json *m = rc ? NULL : j->first; m && !rc; m = m->next) {
        bool before = j->type == JSON_OBJECT &&
                      (m == with || (recursive && str_is(m->key, "right")));

        if (!before)
            rc = visit(w, m, e);
    }
    w->scope = outer;
    return rc;
}

static int by_place(const void *a, const void *b)
{
    const struct duckdb_read *left = a, *right = b;

    return (left->at > right->at) - (left->at < right->at);
}

enum err duckdb_definition_reads(struct duck *d, struct str query,
                                 struct arena *a, struct duckdb_reads *out,
                                 struct error *e)
{
    static const struct json_limits limits = {.max_depth = DEPTH_MAX};
    struct walk w = {.query = query, .a = a, .reads = out};
    struct json *tree = NULL;
    struct str text;
    enum err rc = duck_serialize(d, query, a, &text, e);

    *out = (struct duckdb_reads){
        .list = arena_alloc_array(a, READS_MAX, sizeof(*out->list), e)};
    w.calls = arena_alloc_array(a, CALLS_MAX, sizeof(*w.calls), e);
    if (!out->list || !w.calls)
        return e->code;
    out->calls = w.calls;
    if (rc || text.n > TREE_BYTES || json_parse(text, &limits, a, &tree, e))
        return no_definition(e);
    rc = visit(&w, tree, e);
    if (!rc && out->n)
        qsort(out->list, out->n, sizeof(*out->list), by_place);
    for (size_t i = 1; i < out->n && !rc; i++)
        if (out->list[i].at < out->list[i - 1].end)
            rc = no_definition(e);
    return rc;
}
