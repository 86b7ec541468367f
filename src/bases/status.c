#include "bases/bases_internal.h"
#include "data/data.h"

#define LIST_BYTES ((size_t)2 << 30)

static void put_text(struct jsonw *w, const char *key, struct str text)
{
    jsonw_key(w, key);
    jsonw_str(w, text);
}

/* Texts that are JSON already, or null. */
static void put_json(struct jsonw *w, const char *key, struct str json)
{
    jsonw_key(w, key);
    if (json.n > 0)
        jsonw_raw(w, json);
    else
        jsonw_null(w);
}

/* Rows and columns of its table, when it has one: what `add` found. */
static void put_tables(struct jsonw *w, const struct document *d,
                       struct arena *a)
{
    struct json *config;
    struct error ignored;
    const struct json *table;
    const char *const keys[] = {"row_count", "column_count"};

    if (json_parse(d->source_config, &json_default_limits, a, &config,
                   &ignored))
        return;
    table = json_find(config, "structured_data");
    if (!table)
        return;
    jsonw_key(w, "table");
    jsonw_begin_object(w);
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        jsonw_key(w, keys[i]);
        json_write(json_find(table, keys[i]), w);
    }
    jsonw_end_object(w);
}

/* The size of a document that edits made is that of its runs. */
static enum err size_of(const struct base *b, const struct document *d,
                        int64_t *bytes, struct error *e)
{
    *bytes = d->bytes;
    return d->bytes >= 0 ? OK : data_bytes(b, d->id, bytes, e);
}

static enum err write_document(const struct base *b, const struct document *d,
                               struct arena *a, struct jsonw *w,
                               struct error *e)
{
    int64_t bytes;
    enum err rc = size_of(b, d, &bytes, e);

    jsonw_begin_object(w);
    put_text(w, "key", d->key);
    put_text(w, "name", d->name);
    put_text(w, "source_type", d->source_type);
    put_text(w, "format", d->format);
    jsonw_key(w, "version");
    jsonw_i64(w, d->version);
    jsonw_key(w, "bytes");
    jsonw_i64(w, rc ? 0 : bytes);
    put_text(w, "state", d->state);
    put_tables(w, d, a);
    if (d->mount.p)
        put_text(w, "pointer", d->mount);
    put_text(w, "created_at", d->created_at);
    put_text(w, "updated_at", d->updated_at);
    put_json(w, "failure", d->failure);
    jsonw_end_object(w);
    return rc;
}

static enum err write_all(const struct base *b, struct arena *a,
                          struct jsonw *w, struct error *e)
{
    struct document *list;
    struct arena scratch;
    int64_t version;
    size_t n;
    enum err rc = document_list(b, a, &list, &n, e);

    if (!rc)
        rc = data_version(b, &version, e);
    if (rc)
        return rc;
    arena_init(&scratch, LIST_BYTES);
    jsonw_begin_object(w);
    put_text(w, "base", str_from(b->name));
    jsonw_key(w, "documents");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n && !rc; i++) {
        arena_reset(&scratch);
        rc = write_document(b, &list[i], &scratch, w, e);
    }
    jsonw_end_array(w);
    jsonw_key(w, "document_count");
    jsonw_u64(w, n);
    jsonw_key(w, "version");
    jsonw_i64(w, version);
    jsonw_end_object(w);
    arena_release(&scratch);
    return rc;
}

enum err bases_status(struct bases *b, struct str name, struct jsonw *w,
                      struct error *e)
{
    struct base base = BASE_NONE;
    struct arena a;
    enum err rc;

    arena_init(&a, LIST_BYTES);
    rc = base_open(b->home, name, &a, &base, e);
    if (!rc)
        rc = db_begin_read(base.db, e);
    if (!rc)
        rc = db_end(base.db, write_all(&base, &a, w, e), e);
    base_close(&base);
    arena_release(&a);
    return rc;
}
