#include "store/database/db_tables.h"

#include <inttypes.h>
#include <string.h>

#define KEYS_BYTES ((size_t)1 << 20)

/* One table. */
struct reading {
    const struct db_table *t;
    struct db *from;
    struct db *to; /* or NULL */
    size_t n;      /* columns */
    struct db_value row[DB_TABLE_COLUMNS];
    struct db_value key[2]; /* of the last row, in `keys` */
    struct arena keys;
    struct hash hash;
    int64_t rows;
};

static struct db_value read_value(const struct db_rows *r, int i, char type)
{
    if (db_column_is_null(r, i))
        return db_null();
    if (type == 'i')
        return db_int(db_column_int(r, i));
    if (type == 'r')
        return db_real(db_column_real(r, i));
    return type == 't' ? db_text(db_column_text(r, i))
                       : db_blob(db_column_text(r, i));
}

/* Its kind, how long it is, and what it is. */
static void sum_up(struct hash *h, const struct db_value *v)
{
    const uint8_t type = (uint8_t)v->type;
    const uint64_t n = v->bytes.n;

    hash_update(h, &type, 1);
    if (v->type == DB_INTEGER)
        hash_update(h, &v->integer, sizeof(v->integer));
    if (v->type == DB_REAL)
        hash_update(h, &v->real, sizeof(v->real));
    if (v->type == DB_TEXT || v->type == DB_BLOB) {
        hash_update(h, &n, sizeof(n));
        hash_update(h, v->bytes.p, v->bytes.n);
    }
}

static enum err take_row(struct reading *x, const struct db_rows *r,
                         struct error *e)
{
    const struct db_args args = {.list = x->row, .n = x->n, .as_columns = true};

    for (size_t i = 0; i < x->n; i++) {
        x->row[i] = read_value(r, (int)i, x->t->types[i]);
        sum_up(&x->hash, &x->row[i]);
    }
    x->rows++;
    return x->to ? db_run(x->to, x->t->insert, args, e) : OK;
}

/* The row's texts go with the rows. */
static enum err keep_key(struct reading *x, struct error *e)
{
    enum err rc = OK;

    arena_reset(&x->keys);
    for (size_t i = 0; i < x->t->n_keys && !rc; i++) {
        x->key[i] = x->row[i];
        rc = str_dup(x->row[i].bytes, &x->keys, &x->key[i].bytes, e);
    }
    return rc;
}

static enum err query(struct reading *x, bool is_first, struct db_rows *r,
                      struct error *e)
{
    const struct db_value most = db_int(x->t->rows);

    if (is_first)
        return db_query(x->from, x->t->first, DB_ARGS(most), r, e);
    return x->t->n_keys == 1
               ? db_query(x->from, x->t->next, DB_ARGS(x->key[0], most), r, e)
               : db_query(x->from, x->t->next,
                          DB_ARGS(x->key[0], x->key[1], most), r, e);
}

static enum err read_some(struct reading *x, bool is_first, int64_t *n,
                          struct error *e)
{
    struct db_rows r;
    enum err rc = query(x, is_first, &r, e);

    *n = 0;
    while (!rc && db_next(&r)) {
        rc = take_row(x, &r, e);
        if (!rc && ++*n == x->t->rows)
            rc = keep_key(x, e);
    }
    return db_finish(&r, rc, e);
}

static enum err read_all(struct reading *x, struct error *e)
{
    int64_t n = 0;
    enum err rc = read_some(x, true, &n, e);

    while (!rc && n == x->t->rows)
        rc = read_some(x, false, &n, e);
    if (!rc && x->to && x->t->renumber && db_is_on_server(x->to))
        rc = db_exec(x->to, x->t->renumber, e);
    if (rc)
        error_wrap(e, "table '%s'", x->t->name);
    return rc;
}

enum err db_tables_copy(struct db *from, struct db *to,
                        const struct db_tables *t, struct db_table_sum *sums,
                        struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < t->n && !rc; i++) {
        struct reading x = {.t = &t->list[i],
                            .from = from,
                            .to = to,
                            .n = strlen(t->list[i].types)};

        BUG_ON(x.n > DB_TABLE_COLUMNS);
        arena_init(&x.keys, KEYS_BYTES);
        hash_init(&x.hash);
        rc = read_all(&x, e);
        hash_finish(&x.hash, sums[i].sha256);
        sums[i].rows = x.rows;
        arena_release(&x.keys);
    }
    return rc;
}

enum err db_tables_compare(struct db *d, const struct db_tables *t,
                           const struct db_table_sum *sums, struct error *e)
{
    struct db_table_sum now[DB_TABLES_MAX];
    enum err rc;

    BUG_ON(t->n > DB_TABLES_MAX);
    rc = db_tables_copy(d, NULL, t, now, e);
    for (size_t i = 0; i < t->n && !rc; i++) {
        if (now[i].rows != sums[i].rows)
            rc = error_set(e, ERR_CONFLICT,
                           "table '%s' has %" PRId64
                           " rows in place of %" PRId64,
                           t->list[i].name, now[i].rows, sums[i].rows);
        else if (memcmp(now[i].sha256, sums[i].sha256, HASH_BYTES) != 0)
            rc = error_set(e, ERR_CONFLICT, "the rows of table '%s' differ",
                           t->list[i].name);
    }
    return rc;
}
