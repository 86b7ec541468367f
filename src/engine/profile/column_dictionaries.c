#include "engine/profile/column_dictionaries.h"

#include "store/value_index/dictionary_build.h"

#include <limits.h>

#define SQL_MAX_BYTES ((size_t)1 << 20)

struct writing {
    struct duck *d;
    const struct catalog_table *table;
    const struct dictionaries_request *r;
    struct dictionary_builder builder;
    struct buf sql;
};

static const struct catalog_column *column_of(const struct catalog_table *t,
                                              struct str name, size_t *at)
{
    for (size_t i = 0; i < t->column_count; i++) {
        if (str_eq(t->columns[i].name, name)) {
            *at = i;
            return &t->columns[i];
        }
    }
    return NULL;
}

/* Every value once, in the order of bytes; of too many the most frequent. One
 * more than fits is asked for, which tells whether these are all. */
static void put_sql(struct writing *x, const struct catalog_column *c)
{
    buf_reset(&x->sql);
    buf_puts(&x->sql, "SELECT v FROM (SELECT CAST(");
    duck_quote(&x->sql, c->name);
    buf_printf(&x->sql,
               " AS VARCHAR) AS v, count(*) AS n FROM %.*s WHERE v IS NOT NULL"
               " GROUP BY 1 ORDER BY n DESC, v LIMIT %u) ORDER BY 1",
               STR_FMT(x->table->source), DICTIONARY_MAX_VALUES + 1);
}

static enum err read_values(struct writing *x, struct str sql, bool *complete,
                            struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk chunk = {0};
    enum err rc = duck_query(x->d, sql, &r, e);

    *complete = true;
    while (!rc && !(rc = duck_result_next(r, &chunk, e)) && chunk.rows > 0) {
        if (atomic_load(x->r->stop))
            rc = error_set(e, ERR_TIMEOUT, "cancelled");
        for (size_t i = 0; i < chunk.rows && !rc; i++) {
            struct str v = duck_str(&chunk.vectors[0], i);
            bool taken;

            rc = dictionary_build_add(&x->builder, v, &taken, e);
            *complete &= taken || v.n == 0;
        }
    }
    duck_result_close(r);
    return rc;
}

static enum err write_column(struct writing *x, struct str name,
                             struct error *e)
{
    size_t at = 0;
    const struct catalog_column *c = column_of(x->table, name, &at);
    bool complete = true;
    struct str sql;
    enum err rc;

    if (!c || (c->kind != DUCK_VARCHAR && c->kind != DUCK_ENUM &&
               c->kind != DUCK_UUID))
        return OK;
    put_sql(x, c);
    rc = dictionary_build_begin(&x->builder, e);
    if (!rc)
        rc = buf_finish(&x->sql, &sql, e);
    if (!rc)
        rc = read_values(x, sql, &complete, e);
    if (!rc)
        rc = dictionary_build_put(&x->builder, at, complete, e);
    return rc == ERR_LIMIT ? OK : rc; /* this one has none */
}

enum err dictionaries_write(struct duck *d, const struct catalog *c,
                            const struct dictionaries_request *r,
                            struct arena *a, struct jsonw *w, struct error *e)
{
    struct writing x = {.d = d, .table = c->data, .r = r};
    enum err rc;

    buf_init(&x.sql, SQL_MAX_BYTES);
    rc = dictionary_build_open(&x.builder, r->path, a, e);
    if (!rc)
        rc = duck_use_threads(d, UINT_MAX, e);
    for (size_t i = 0; i < r->n && !rc; i++)
        rc = write_column(&x, r->columns[i], e);
    if (!rc)
        rc = dictionary_build_finish(&x.builder, e);
    if (!rc) {
        jsonw_begin_object(w);
        jsonw_member_u64(w, "columns", x.builder.columns);
        jsonw_end_object(w);
    }
    dictionary_build_release(&x.builder);
    buf_release(&x.sql);
    return rc;
}
