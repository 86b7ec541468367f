/*
 * duckdb_view.c - makes views that may be selected from.
 *
 *     "CREATE VIEW old.north AS SELECT * FROM staff"    as the file says
 *     -> quarry_part_7: SELECT * FROM source.main.staff
 *     -> SELECT * FROM quarry_part_7 AS "staff"         which the gate allows
 *     -> quarry_part_9: that
 *
 * The parts are views in the engine's own database, so that macros and types of the
 * file mean nothing in what is run, whatever they are called. The tables are those of
 * the file and not the copies of them, in which an enum is text and a blob a size.
 *
 * What a view reads is put into it where it is bound: a view over two views over two
 * views each doubles. So the text of all of it is bounded together, as that of one
 * statement is, and how many tables it joins: 1,000 cross joins took the engine more
 * memory than it counts.
 */
#include "engine/ingest/duckdb_view.h"

#include <stdarg.h>
#include <stdio.h>

#define SQL_BYTES     ((size_t)1 << 20)
#define DEPTH_MAX     32u
#define READS_MAX     256u
#define REASON_SHOWN  120 /* of a name */
#define REASON_BYTES  400
#define SCRATCH_BYTES ((size_t)256 << 20)

#define NO_DEFINITION "its definition cannot be run"

/* One that is being made. */
struct making {
    struct duckdb_views *v;
    size_t i;
    unsigned depth;
    struct arena *a; /* for its own time */
};

static enum err define(struct duckdb_views *v, size_t i, unsigned depth,
                       struct error *e);

/* Not an error: the others are read. */
PRINTF_LIKE(3)
static enum err refuse(const struct making *m, struct error *e, const char *fmt,
                       ...)
{
    struct duckdb_part *p = &m->v->parts[m->i];
    char text[REASON_BYTES];
    va_list args;

    va_start(args, fmt);
    (void)vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    p->state = DUCKDB_REFUSED;
    return str_dup(str_from(text), m->v->a, &p->reason, e);
}

static bool is_refused(const struct making *m)
{
    return m->v->parts[m->i].state == DUCKDB_REFUSED;
}

/* ---- what a name means ---- */

static size_t find_in(const struct duckdb_views *v, struct str schema,
                      struct str table)
{
    size_t i = 0;

    while (i < v->n && !(str_eq_nocase(v->objects[i].schema, schema) &&
                         str_eq_nocase(v->objects[i].table, table)))
        i++;
    return i;
}

/* Without a schema it is in that of the view, or in "main". */
static size_t find_read(const struct making *m, const struct duckdb_read *r)
{
    const struct duckdb_views *v = m->v;
    size_t i =
        find_in(v, r->schema.n ? r->schema : v->objects[m->i].schema, r->table);

    return i == v->n && r->schema.n == 0 ? find_in(v, STR("main"), r->table)
                                         : i;
}

/* Make what it reads. */
static enum err resolve(const struct making *m, const struct duckdb_read *r,
                        size_t *out, struct error *e)
{
    struct duckdb_views *v = m->v;
    const struct str shown = str_slice(r->table, 0, REASON_SHOWN);
    struct duckdb_part *p;
    enum err rc;

    if (r->catalog.n)
        return refuse(m, e,
                      "it names the database '%.*s', which may be another",
                      STR_FMT(str_slice(r->catalog, 0, REASON_SHOWN)));
    *out = find_read(m, r);
    if (*out == v->n)
        return refuse(m, e, "it reads '%.*s', which the database does not have",
                      STR_FMT(shown));
    p = &v->parts[*out];
    rc = define(v, *out, m->depth + 1, e);
    if (rc)
        return rc;
    if (p->state == DUCKDB_BEGUN)
        return refuse(m, e, "it is made of itself");
    if (p->state == DUCKDB_REFUSED)
        return refuse(m, e, "it reads '%.*s', which cannot be run",
                      STR_FMT(shown));
    v->parts[m->i].bytes += p->bytes;
    v->parts[m->i].reads += p->reads;
    return v->parts[m->i].bytes <= GATE_SQL_MAX_BYTES &&
                   v->parts[m->i].reads <= READS_MAX
               ? OK
               : refuse(m, e, "it is made of too many views");
}

/* ---- a part ---- */

static enum err take_columns(const struct making *m, struct str name,
                             struct duckdb_part *p, struct error *e)
{
    struct duck_result *r = NULL;
    const struct duck_column *of;
    struct gate_column *columns;
    struct str sql;
    size_t n = 0;
    enum err rc;

    if (str_printf(m->a, &sql, e, "SELECT * FROM memory.main.%.*s LIMIT 0",
                   STR_FMT(name)) ||
        duck_query(m->v->duck, sql, &r, e))
        return e->code;
    of = duck_result_columns(r, &n);
    columns = arena_alloc_array(m->v->a, n, sizeof(*columns), e);
    rc = columns ? OK : e->code;
    for (size_t i = 0; columns && i < n && !rc; i++) {
        columns[i].is_float = true; /* it may be */
        rc = str_dup(of[i].name, m->v->a, &columns[i].name, e);
    }
    duck_result_close(r);
    p->table = (struct gate_table){name, columns, n};
    return rc;
}

/* CREATE VIEW quarry_part_7 (names) AS query */
static enum err create(const struct making *m,
                       const struct duckdb_definition *d, struct error *e)
{
    struct duckdb_part *p = &m->v->parts[m->i];
    struct str name;
    struct buf sql;

    if (str_printf(m->v->a, &name, e, DUCKDB_PART_NAME "%zu", m->i))
        return e->code;
    buf_init(&sql, SQL_BYTES);
    buf_printf(&sql, "CREATE VIEW memory.main.%.*s", STR_FMT(name));
    for (size_t i = 0; i < d->n; i++) {
        buf_puts(&sql, i ? ", " : " (");
        duck_quote(&sql, d->columns[i]);
    }
    buf_puts(&sql, d->n ? ") AS\n" : " AS\n");
    buf_put_str(&sql, d->query);
    if (duck_exec_buf(m->v->duck, &sql, e) || take_columns(m, name, p, e))
        return e->code;
    p->state = DUCKDB_MADE;
    return OK;
}

/* A table is as it is. */
static enum err define_table(const struct making *m, struct error *e)
{
    const struct duckdb_object *o = &m->v->objects[m->i];
    struct duckdb_definition d = {0};
    struct buf sql;
    enum err rc;

    m->v->parts[m->i].reads = 1;
    buf_init(&sql, SQL_BYTES);
    buf_puts(&sql, "SELECT * FROM " DUCKDB_SOURCE ".");
    duck_quote(&sql, o->schema);
    buf_puts(&sql, ".");
    duck_quote(&sql, o->table);
    rc = buf_dup(&sql, m->a, &d.query, e);
    buf_release(&sql);
    return rc ? rc : create(m, &d, e);
}

/* ---- a view ---- */

/* The query, with the names of parts; all that it reads are in `cat`. */
static enum err rewrite(const struct making *m,
                        const struct duckdb_reads *reads, struct str query,
                        struct gate_table *tables, struct str *out,
                        struct error *e)
{
    struct buf sql;
    size_t from = 0;
    enum err rc = OK;

    buf_init(&sql, SQL_BYTES);
    for (size_t i = 0; i < reads->n && !rc; i++) {
        const struct duckdb_read *r = &reads->list[i];
        size_t at = 0;

        rc = resolve(m, r, &at, e);
        if (rc || is_refused(m))
            break;
        tables[i] = m->v->parts[at].table;
        buf_put_str(&sql, str_slice(query, from, r->at));
        buf_put_str(&sql, tables[i].name);
        if (!r->has_alias) {
            buf_puts(&sql, " AS ");
            duck_quote(&sql, r->table);
        }
        from = r->end;
    }
    buf_put_str(&sql, str_slice(query, from, query.n));
    if (!rc)
        rc = buf_dup(&sql, m->a, out, e);
    buf_release(&sql);
    return rc;
}

/* What the gate says, up to its advice on how to write it. */
static enum err refuse_by_gate(const struct making *m, struct error *e)
{
    const struct str said = str_from(e->msg);
    const struct str text = str_slice(said, 0, str_find_char(said, ';'));
    struct error ignored;
    struct str kept;

    if (str_dup(text, m->a, &kept, &ignored))
        return e->code;
    return refuse(m, e, "%.*s", STR_FMT(kept));
}

static enum err check(const struct making *m, const struct gate_catalog *cat,
                      struct str sql, struct error *e)
{
    struct gate_verdict verdict;

    if (gate_check(cat, m->v->duck, sql, &verdict, e))
        return refuse_by_gate(m, e);
    if (verdict.facts.clock)
        return refuse(m, e, "its rows depend on the time");
    if (verdict.facts.random || verdict.facts.samples)
        return refuse(m, e, "its rows depend on chance");
    return OK;
}

/* In the file it means something else than in the engine. */
static bool calls_macro(const struct making *m,
                        const struct duckdb_reads *reads, struct str *name)
{
    for (size_t i = 0; i < reads->n_calls; i++)
        for (size_t k = 0; k < m->v->n_macros; k++)
            if (str_eq_nocase(reads->calls[i], m->v->macros[k])) {
                *name = str_slice(reads->calls[i], 0, REASON_SHOWN);
                return true;
            }
    return false;
}

static enum err run_definition(const struct making *m,
                               struct duckdb_definition *d, struct error *e)
{
    struct duckdb_reads reads;
    struct gate_catalog cat;
    struct gate_table *tables;
    struct str macro;

    if (duckdb_definition_reads(m->v->duck, d->query, m->a, &reads, e))
        return refuse(m, e, NO_DEFINITION);
    if (calls_macro(m, &reads, &macro))
        return refuse(m, e, "it calls the macro '%.*s'", STR_FMT(macro));
    tables = arena_alloc_array(m->a, reads.n, sizeof(*tables), e);
    if (!tables || rewrite(m, &reads, d->query, tables, &d->query, e))
        return e->code;
    if (is_refused(m))
        return OK;
    cat = (struct gate_catalog){.tables = tables, .count = reads.n};
    if (check(m, &cat, d->query, e))
        return e->code;
    if (is_refused(m))
        return OK;
    return create(m, d, e) ? refuse(m, e, NO_DEFINITION) : OK;
}

static enum err define_view(const struct making *m, struct error *e)
{
    const struct duckdb_object *o = &m->v->objects[m->i];
    struct duckdb_definition d;

    m->v->parts[m->i].bytes = o->sql.n;
    if (m->depth > DEPTH_MAX)
        return refuse(m, e, "it is made of too many views");
    if (o->sql.n > GATE_SQL_MAX_BYTES ||
        duckdb_definition_parse(o->sql, m->a, &d, e))
        return refuse(m, e, NO_DEFINITION);
    return run_definition(m, &d, e);
}

static enum err define(struct duckdb_views *v, size_t i, unsigned depth,
                       struct error *e)
{
    struct arena a;
    const struct making m = {.v = v, .i = i, .depth = depth, .a = &a};
    enum err rc;

    if (v->parts[i].state != DUCKDB_NOT_SEEN)
        return OK;
    v->parts[i].state = DUCKDB_BEGUN;
    arena_init(&a, SCRATCH_BYTES);
    rc = v->objects[i].is_view ? define_view(&m, e) : define_table(&m, e);
    arena_release(&a);
    return rc;
}

enum err duckdb_view_define(struct duckdb_views *v, size_t i, struct error *e)
{
    return define(v, i, 0, e);
}
