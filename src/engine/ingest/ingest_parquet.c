#include "engine/ingest/ingest_parquet.h"

#include "engine/ingest/engine_table.h"
#include "engine/ingest/ingest_map.h"
#include "engine/ingest/ingest_totals.h"

#include <unistd.h>

#define SQL_MAX_BYTES ((size_t)64 * 1024)

bool ingest_parquet_fits(struct str head)
{
    return str_starts(head, STR("PAR1")) || str_starts(head, STR("PARE"));
}

static enum err put_source(const char *copy, struct arena *a, struct str *out,
                           struct error *e)
{
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQL_MAX_BYTES);
    buf_puts(&sql, "read_parquet(");
    duck_quote_text(&sql, str_from(copy));
    buf_puts(&sql, ")");
    rc = buf_dup(&sql, a, out, e);
    buf_release(&sql);
    return rc;
}

static void write_map(const struct engine_table *t, struct jsonw *w)
{
    ingest_write_head(&(struct ingest_head){.format = "parquet"}, w);
    engine_table_write(t, w);
    jsonw_key(w, "tables");
    jsonw_begin_array(w);
    jsonw_end_array(w);
    jsonw_key(w, "fidelity");
    jsonw_begin_object(w);
    ingest_write_compression(t->in->request, w);
    ingest_write_renamed(t->in, w);
    ingest_totals_write_unknown(w);
    jsonw_end_object(w);
    jsonw_member_null(w, "caution");
    jsonw_end_object(w);
}

enum err ingest_parquet(struct duck *d, const struct ingest_request *request,
                        struct arena *a, struct jsonw *w, struct error *e)
{
    struct ingest in = {
        .duck = d, .request = request, .a = a, .table = INGEST_TABLE};
    struct engine_table t = {.in = &in, .what = "the Parquet file"};
    const char *copy = NULL;
    enum err rc = engine_copy(&in, "parquet", &copy, e);

    if (!rc)
        rc = put_source(copy, a, &t.from, e);
    if (!rc)
        rc = ingest_file_begin(&in, e);
    if (!rc)
        rc = ingest_file_end(&in, engine_table_make(&t, e), e);
    if (!rc)
        write_map(&t, w);
    if (copy)
        (void)unlink(copy);
    return rc;
}
