#include "base/clock.h"
#include "bases/bases_internal.h"
#include "catalog/hotness.h"
#include "data/data.h"
#include "index/index.h"
#include "retrieve/scope.h"

#include <math.h>

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

static void put_int(struct jsonw *w, const char *key, int64_t n)
{
    jsonw_key(w, key);
    jsonw_i64(w, n);
}

/* What the index knows of it. */
static void put_index(struct jsonw *w, const struct document *d)
{
    double hotness = hotness_at(d->hotness, d->hot_at, clock_wall_ms() / 1000);

    put_int(w, "chunks", d->chunk_count);
    put_int(w, "vectors", d->vector_count);
    put_int(w, "lexical_only", d->lexical_only_count);
    jsonw_key(w, "hotness");
    jsonw_double(w, round(hotness * 100) / 100);
    jsonw_key(w, "pinned");
    jsonw_bool(w, d->pinned);
    jsonw_key(w, "last_indexed_at");
    if (d->last_indexed_at.n > 0)
        jsonw_str(w, d->last_indexed_at);
    else
        jsonw_null(w);
}

/* Why some passages have no vector; NULL: all have one. */
static const char *note_of(struct str provider, const struct index_state *s)
{
    if (s->lexical_only == 0)
        return NULL;
    if (str_is(provider, "none"))
        return "the base has no model: passages are found by their words";
    if (provider_is_english_only(provider))
        return "the model knows English only: passages in other languages are "
               "found by their words alone; another model is a setting, "
               "'quarry base config BASE embedding=openai:MODEL@URL'";
    return "passages without text that can be embedded are found by words";
}

static enum err put_state(const struct base *b, struct arena *a,
                          struct jsonw *w, struct error *e)
{
    struct index_state s;
    struct str provider;
    const char *note;
    enum err rc = index_state_read(b, &s, e);

    if (!rc)
        rc = index_provider(b, a, &provider, e);
    if (rc)
        return rc;
    note = note_of(provider, &s);
    jsonw_key(w, "index");
    jsonw_begin_object(w);
    put_text(w, "embedding", provider);
    jsonw_key(w, "note");
    jsonw_cstr(w, note);
    index_state_write(&s, w);
    jsonw_end_object(w);
    return OK;
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
    put_index(w, d);
    put_tables(w, d, a);
    if (d->mount.p)
        put_text(w, "pointer", d->mount);
    put_text(w, "created_at", d->created_at);
    put_text(w, "updated_at", d->updated_at);
    put_json(w, "failure", d->failure.n ? d->failure : d->index_failure);
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
    if (!rc)
        rc = put_state(b, a, w, e);
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
