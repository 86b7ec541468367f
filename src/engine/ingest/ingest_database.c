#include "engine/ingest/ingest_database.h"

#include "engine/ingest/ingest_tables.h"

#define TABLE_BYTES ((size_t)256 << 20) /* while it is read */

enum err ingest_database_names(struct ingest_database *d, const struct str *raw,
                               size_t n, struct error *e)
{
    d->n = n;
    d->names = arena_alloc_array(d->a, n + 1, sizeof(*d->names), e);
    d->reports = arena_alloc_array(d->a, INGEST_DATABASE_TABLES + 1,
                                   sizeof(const struct json *), e);
    if (!d->names || !d->reports)
        return e->code;
    return column_names_make(raw, n, d->a, d->names, e);
}

/* What is common to all tables. */
static struct ingest in_arena(const struct ingest_database *d, struct arena *a)
{
    return (struct ingest){.duck = d->in.duck, .request = d->request, .a = a};
}

enum err ingest_database_begin(struct ingest_database *d, size_t i,
                               struct arena *a, struct error *e)
{
    d->in = in_arena(d, a);
    d->in.table = str_cstr(d->names[i].name, a, e);
    return d->in.table ? OK : e->code;
}

enum err ingest_database_each(struct ingest_database *d,
                              ingest_database_table *table, void *ctx,
                              const char *none, struct error *e)
{
    struct arena a;
    enum err rc = OK;

    arena_init(&a, TABLE_BYTES);
    for (size_t i = 0; i < d->n && !rc; i++) {
        rc = table(ctx, i, &a, e);
        arena_reset(&a);
    }
    arena_release(&a);
    d->in = in_arena(d, d->a);
    if (!rc && d->tables == 0)
        rc = error_set(e, ERR_FILE_READ_FAILED, "%s", none);
    return rc;
}

void ingest_database_report(const struct ingest_database *d,
                            struct str original_name, struct buf *text,
                            struct jsonw *w)
{
    const struct str name = str_from(d->in.table);

    buf_init(text, INGEST_REPORT_BYTES);
    jsonw_init(w, text);
    jsonw_begin_object(w);
    jsonw_member_str(w, "name", name);
    if (!str_eq(original_name, name))
        jsonw_member_str(w, "original_name", original_name);
    jsonw_member_u64(w, "index", d->tables);
}

enum err ingest_database_keep(struct ingest_database *d, struct buf *text,
                              struct jsonw *w, struct error *e)
{
    enum err rc;

    jsonw_member_null(w, "caution");
    jsonw_end_object(w);
    rc = ingest_keep_report(text, d->a, &d->reports[d->tables], e);
    d->tables += !rc;
    return rc;
}

void ingest_write_keys(const struct ingest_key *keys, size_t n, struct jsonw *w)
{
    jsonw_key(w, "foreign_keys");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n;) {
        const size_t first = i;

        jsonw_begin_object(w);
        jsonw_member_str(w, "column", keys[i].column);
        jsonw_member_str(w, "table", keys[i].table);
        jsonw_member_str(w, "refers_to", keys[i].refers_to);
        if (++i < n && keys[i].number == keys[first].number) {
            jsonw_key(w, "also");
            jsonw_begin_array(w);
            for (; i < n && keys[i].number == keys[first].number; i++) {
                jsonw_begin_object(w);
                jsonw_member_str(w, "column", keys[i].column);
                jsonw_member_str(w, "refers_to", keys[i].refers_to);
                jsonw_end_object(w);
            }
            jsonw_end_array(w);
        }
        if (keys[first].holds)
            jsonw_member_bool(w, "holds", true);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

void ingest_database_write(const struct ingest_database *d, const char *format,
                           struct jsonw *w)
{
    ingest_write_tables(format, d->reports, d->tables, w);
    ingest_write_left_out(&d->left_out, w);
    ingest_write_first(d->reports[0], w);
}
