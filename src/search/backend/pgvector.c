/*
 * pgvector.c - vectors in the store of a base, by PostgreSQL's extension pgvector.
 *
 * They are in two tables of the base's own schema, which therefore go with it:
 *
 *     passage_owner    one row: which index and model the vectors are of
 *     passage_vector   a row for each vector, with the document, the change that it came
 *                      with, and the conditions of a search ("lang=en")
 *
 * Neither is among what a base is made of (store/catalog/schema_tables.h): a copy, a backup and a
 * base that moves leave them, and are indexed anew.
 *
 * The extension is looked for in the schema public, where CREATE EXTENSION puts it: a
 * connection of a store sees its own schema alone, so operators are named with theirs. The index is HNSW up to
 * as many dimensions as it takes; more are compared one by one. A search gets more rows
 * than passages, as one may have several, and, with conditions, goes on in the graph until it has
 * them where the extension can (0.8).
 */
#include "base/buf.h"
#include "base/mem.h"
#include "search/backend/backend_kind.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NAME           "pgvector"
#define HNSW_MOST      2000 /* dimensions */
#define ROWS_A_PASSAGE 3
#define LEAST_EF       128
#define MOST_EF        1000
#define SQL_BYTES      2048
#define TEXT_BYTES     ((size_t)64 << 20)
#define SLACK          1e-3

struct pgvector {
    struct db *db;
};

static bool pgvector_is_named(struct str value)
{
    return str_is(value, NAME);
}

static enum err pgvector_check(struct str value, struct error *e)
{
    (void)value;
    (void)e;
    return OK;
}

static enum err pgvector_open(const struct base *b, struct str value,
                              const struct endpoint_options *how, void **out,
                              struct error *e)
{
    struct pgvector *x;

    (void)how;
    if (backend_check_base(b, value, e))
        return e->code;
    x = mem_new(sizeof(*x), e);
    if (!x)
        return e->code;
    x->db = b->db;
    *out = x;
    return OK;
}

static void pgvector_close(void *ctx)
{
    mem_free(ctx);
}

/* What the server refuses is no damage of the index, which INTERNAL means here. */
static enum err refused(enum err rc, struct error *e)
{
    if (rc == ERR_INTERNAL)
        e->code = ERR_TOOL_WORKER_UNAVAILABLE;
    return rc ? e->code : OK;
}

static enum err end(const struct pgvector *x, enum err rc, struct error *e)
{
    return refused(db_end(x->db, rc, e), e);
}

/* ---- the tables ---- */

static enum err look(const struct pgvector *x, const char *sql, bool *is,
                     struct error *e)
{
    int64_t n = 0;
    enum err rc = db_get_int(x->db, sql, DB_NO_ARGS, &n, e);

    *is = n != 0;
    return rc;
}

#define HAS_EXTENSION \
    "SELECT CASE WHEN to_regtype('public.vector') IS NULL THEN 0 ELSE 1 END"
#define HAS_TABLE \
    "SELECT CASE WHEN to_regclass('passage_vector') IS NULL THEN 0 ELSE 1 END"

static enum err lost(struct error *e)
{
    return error_set(e, ERR_NOT_FOUND,
                     "the store has no vectors of this index; 'quarry reindex' "
                     "makes them");
}

static enum err is_of(const struct pgvector *x, const struct backend_owner *o,
                      bool *is, struct error *e)
{
    int64_t n = 0;
    enum err rc = look(x, HAS_TABLE, is, e);

    if (rc || !*is)
        return rc;
    rc = db_get_int(x->db,
                    "SELECT count(*) FROM passage_owner WHERE of_index = ?1"
                    " AND model = ?2 AND dimensions = ?3",
                    DB_ARGS(db_text(o->index), db_text(o->kind.model),
                            db_int(o->kind.dimensions)),
                    &n, e);
    *is = n == 1;
    return rc;
}

static enum err make_tables(const struct pgvector *x,
                            const struct backend_owner *o, struct error *e)
{
    const unsigned d = o->kind.dimensions;
    char sql[SQL_BYTES];
    enum err rc;

    (void)snprintf(
        sql, sizeof(sql),
        "DROP TABLE IF EXISTS passage_vector, passage_owner;"
        "CREATE TABLE passage_owner(of_index TEXT NOT NULL,"
        " model TEXT NOT NULL, dimensions BIGINT NOT NULL);"
        "CREATE TABLE passage_vector(passage BIGINT, which BIGINT,"
        " document TEXT NOT NULL, batch BIGINT NOT NULL,"
        " filters TEXT[] NOT NULL, vector public.vector(%u) NOT NULL,"
        " PRIMARY KEY(passage, which));"
        "CREATE INDEX ON passage_vector(document);"
        "CREATE INDEX ON passage_vector USING gin(filters);",
        d);
    rc = db_exec(x->db, sql, e);
    if (!rc && d <= HNSW_MOST)
        rc = db_exec(x->db,
                     "CREATE INDEX ON passage_vector USING hnsw"
                     " (vector public.vector_cosine_ops)",
                     e);
    return rc ? rc
              : db_run(x->db, "INSERT INTO passage_owner VALUES (?1, ?2, ?3)",
                       DB_ARGS(db_text(o->index), db_text(o->kind.model),
                               db_int(d)),
                       e);
}

static enum err prepare(const struct pgvector *x, const struct backend_owner *o,
                        bool *is_new, struct error *e)
{
    bool is = false;
    enum err rc = look(x, HAS_EXTENSION, &is, e);

    if (!rc && !is)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "the store's database has no pgvector: an owner of the "
                       "database runs CREATE EXTENSION vector SCHEMA public");
    if (!rc)
        rc = is_of(x, o, &is, e);
    *is_new = !rc && !is;
    return *is_new ? make_tables(x, o, e) : rc;
}

static enum err pgvector_prepare(void *ctx, const struct backend_owner *o,
                                 bool *is_new, struct error *e)
{
    const struct pgvector *x = ctx;
    enum err rc = db_begin_write(x->db, e);

    return rc ? rc : end(x, prepare(x, o, is_new, e), e);
}

/* They go with the schema of the base. */
static enum err pgvector_drop(void *ctx, struct error *e)
{
    (void)ctx;
    (void)e;
    return OK;
}

/* ---- values, as PostgreSQL reads them ---- */

static enum err vector_text(const float *v, size_t n, struct arena *a,
                            struct str *out, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, TEXT_BYTES);
    buf_put_char(&b, '[');
    for (size_t i = 0; i < n; i++)
        buf_printf(&b, i ? ",%.9g" : "%.9g", (double)v[i]);
    buf_put_char(&b, ']');
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* A text[]; no text of it has a NUL. */
static enum err list_text(const struct str *s, size_t n, struct arena *a,
                          struct str *out, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, TEXT_BYTES);
    buf_put_char(&b, '{');
    for (size_t i = 0; i < n; i++) {
        buf_puts(&b, i ? ",\"" : "\"");
        for (size_t k = 0; k < s[i].n; k++) {
            if (s[i].p[k] == '"' || s[i].p[k] == '\\')
                buf_put_char(&b, '\\');
            buf_put_char(&b, s[i].p[k]);
        }
        buf_put_char(&b, '"');
    }
    buf_put_char(&b, '}');
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* A bigint[]: PostgreSQL's numbers have a sign. */
static enum err ids_text(const uint64_t *id, size_t n, struct arena *a,
                         struct str *out, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, TEXT_BYTES);
    buf_put_char(&b, '{');
    for (size_t i = 0; i < n; i++)
        buf_printf(&b, i ? ",%lld" : "%lld", (long long)id[i]);
    buf_put_char(&b, '}');
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* ---- points ---- */

static enum err put_row(const struct pgvector *x,
                        const struct backend_points *of,
                        const struct backend_point *p, uint32_t which,
                        struct arena *a, struct error *e)
{
    const float *v = p->vectors + (size_t)which * of->dimensions;
    struct str filters, vector;
    enum err rc = list_text(p->filter, p->n_filters, a, &filters, e);

    if (!rc)
        rc = vector_text(v, of->dimensions, a, &vector, e);
    if (rc)
        return rc;
    return db_run(x->db,
                  "INSERT INTO passage_vector"
                  " (passage, which, document, batch, filters, vector)"
                  " VALUES (?1, ?2, ?3, ?4, CAST(?5 AS TEXT[]),"
                  " CAST(?6 AS public.vector))"
                  " ON CONFLICT (passage, which) DO UPDATE SET"
                  " document = excluded.document, batch = excluded.batch,"
                  " filters = excluded.filters, vector = excluded.vector",
                  DB_ARGS(db_int((int64_t)p->id), db_int(which),
                          db_text(p->document), db_int((int64_t)of->batch),
                          db_text(filters), db_text(vector)),
                  e);
}

static enum err put_rows(const struct pgvector *x,
                         const struct backend_points *p, struct error *e)
{
    struct arena a;
    enum err rc = OK;

    arena_init(&a, TEXT_BYTES);
    for (size_t i = 0; i < p->n && !rc; i++) {
        for (uint32_t k = 0; k < p->at[i].n && !rc; k++) {
            arena_reset(&a);
            rc = put_row(x, p, &p->at[i], k, &a, e);
        }
    }
    arena_release(&a);
    return rc;
}

static enum err pgvector_put(void *ctx, const struct backend_points *p,
                             struct error *e)
{
    const struct pgvector *x = ctx;
    enum err rc = db_begin_write(x->db, e);

    return rc ? rc : end(x, put_rows(x, p, e), e);
}

static enum err prune(const struct pgvector *x, const struct str *document,
                      size_t n, uint64_t batch, struct error *e)
{
    struct arena a;
    struct str list;
    bool is = false;
    enum err rc = look(x, HAS_TABLE, &is, e);

    if (rc || !is)
        return rc;
    arena_init(&a, TEXT_BYTES);
    rc = list_text(document, n, &a, &list, e);
    if (!rc)
        rc = db_run(x->db,
                    "DELETE FROM passage_vector WHERE"
                    " document = ANY(CAST(?1 AS TEXT[])) AND batch <> ?2",
                    DB_ARGS(db_text(list), db_int((int64_t)batch)), e);
    arena_release(&a);
    return rc;
}

static enum err pgvector_prune(void *ctx, const struct str *document, size_t n,
                               uint64_t batch, struct error *e)
{
    const struct pgvector *x = ctx;
    enum err rc = db_begin_write(x->db, e);

    return rc ? rc : end(x, prune(x, document, n, batch, e), e);
}

/* ---- the nearest ---- */

#define DISTANCE "vector OPERATOR(public.<=>) CAST(?1 AS public.vector)"
#define ROWS     "SELECT passage, 1 - (" DISTANCE ") FROM passage_vector"
#define NEAREST  " ORDER BY " DISTANCE " LIMIT ?2"

static enum err query(const struct pgvector *x, const struct backend_query *q,
                      struct arena *a, struct db_rows *r, struct error *e)
{
    const struct backend_where *w = &q->where;
    struct str vector, filters, in, except, ids;
    const int64_t most = (int64_t)q->k * ROWS_A_PASSAGE;
    enum err rc = vector_text(q->vector, q->dimensions, a, &vector, e);

    if (!rc)
        rc = list_text(w->filter, w->n_filters, a, &filters, e);
    if (!rc)
        rc = list_text(w->document, w->is_except ? 0 : w->n_documents, a, &in,
                       e);
    if (!rc)
        rc = list_text(w->document, w->is_except ? w->n_documents : 0, a,
                       &except, e);
    if (!rc)
        rc = ids_text(w->id, w->n_ids, a, &ids, e);
    if (rc)
        return rc;
    if (w->n_ids)
        return db_query(x->db,
                        ROWS " WHERE passage = ANY(CAST(?2 AS BIGINT[]))",
                        DB_ARGS(db_text(vector), db_text(ids)), r, e);
    if (!w->n_filters && !w->n_documents)
        return db_query(x->db, ROWS NEAREST,
                        DB_ARGS(db_text(vector), db_int(most)), r, e);
    return db_query(x->db,
                    ROWS " WHERE filters @> CAST(?3 AS TEXT[])"
                         " AND (?4 = '{}' OR"
                         " document = ANY(CAST(?4 AS TEXT[])))"
                         " AND document <> ALL(CAST(?5 AS TEXT[]))" NEAREST,
                    DB_ARGS(db_text(vector), db_int(most), db_text(filters),
                            db_text(in), db_text(except)),
                    r, e);
}

/* How far a search looks in the graph, for this transaction. */
static enum err set_effort(const struct pgvector *x, size_t k, struct error *e)
{
    struct arena a;
    struct str ignored;
    char text[16];
    enum err rc;

    arena_init(&a, SQL_BYTES);
    k *= ROWS_A_PASSAGE;
    (void)snprintf(text, sizeof(text), "%zu",
                   k < LEAST_EF  ? (size_t)LEAST_EF
                   : k > MOST_EF ? (size_t)MOST_EF
                                 : k);
    rc = db_get_text(x->db, "SELECT set_config('hnsw.ef_search', ?1, true)",
                     DB_ARGS(db_text(str_from(text))), &a, &ignored, e);
    if (!rc)
        rc = db_get_text(
            x->db,
            "SELECT set_config('hnsw.iterative_scan', 'strict_order', true)"
            " FROM pg_extension WHERE extname = 'vector' AND"
            " CAST(string_to_array(extversion, '.') AS BIGINT[]) >="
            " CAST('{0,8}' AS BIGINT[])",
            DB_NO_ARGS, &a, &ignored, e);
    arena_release(&a);
    return rc;
}

static enum err read_rows(const struct pgvector *x,
                          const struct backend_query *q, struct arena *a,
                          struct backend_hits *out, struct error *e)
{
    struct db_rows r = DB_ROWS_NONE;
    enum err rc = query(x, q, a, &r, e);
    struct buf b;

    buf_init(&b, TEXT_BYTES);
    while (!rc && db_next(&r)) {
        const double cosine = db_column_real(&r, 1);
        const struct backend_hit hit = {(uint64_t)db_column_int(&r, 0),
                                        (float)fmax(-1, fmin(1, cosine))};

        if (fabs(cosine) <= 1 + SLACK) /* NULL and NaN have no cosine */
            buf_put(&b, &hit, sizeof(hit));
    }
    rc = db_finish(&r, rc, e);
    out->n = b.n / sizeof(*out->hit);
    if (!rc)
        out->hit = arena_alloc_array(a, out->n, sizeof(*out->hit), e);
    if (!rc && !out->hit)
        rc = e->code;
    if (!rc && out->hit && b.n > 0)
        memcpy(out->hit, buf_str(&b).p, b.n);
    buf_release(&b);
    return rc;
}

static enum err nearest(const struct pgvector *x, const struct backend_query *q,
                        struct arena *a, struct backend_hits *out,
                        struct error *e)
{
    bool is = false;
    enum err rc = look(x, HAS_TABLE, &is, e);

    if (!rc && !is)
        rc = lost(e);
    if (!rc && !q->where.n_ids)
        rc = set_effort(x, q->k, e);
    if (!rc)
        rc = read_rows(x, q, a, out, e);
    if (!rc)
        backend_hits_once(out);
    return rc;
}

/* Inside the transaction of a search, which goes on when this fails. */
static enum err pgvector_nearest(void *ctx, const struct backend_query *q,
                                 struct arena *a, struct backend_hits *out,
                                 struct error *e)
{
    const struct pgvector *x = ctx;
    struct error gone;
    enum err rc = db_savepoint_begin(x->db, e);

    if (rc)
        return refused(rc, e);
    rc = nearest(x, q, a, out, e);
    if (db_savepoint_end(x->db, rc, &gone)) {
        *e = gone;
        rc = gone.code;
    }
    return refused(rc, e);
}

static enum err pgvector_count(void *ctx, const struct backend_owner *o,
                               uint64_t *passages, struct error *e)
{
    const struct pgvector *x = ctx;
    int64_t n = 0;
    bool is = false;
    enum err rc = is_of(x, o, &is, e);

    if (!rc && !is)
        rc = lost(e);
    if (!rc)
        rc = db_get_int(x->db,
                        "SELECT count(DISTINCT passage) FROM passage_vector"
                        " WHERE length(CAST(vector AS TEXT)) > 0", /* read */
                        DB_NO_ARGS, &n, e);
    *passages = (uint64_t)n;
    return rc;
}

const struct backend_kind backend_pgvector = {.is_named = pgvector_is_named,
                                              .check = pgvector_check,
                                              .open = pgvector_open,
                                              .close = pgvector_close,
                                              .prepare = pgvector_prepare,
                                              .put = pgvector_put,
                                              .prune = pgvector_prune,
                                              .nearest = pgvector_nearest,
                                              .count = pgvector_count,
                                              .drop = pgvector_drop};
