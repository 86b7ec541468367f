#include "base/clock.h"
#include "base/fs.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/list.h"
#include "models/embedding/use_lite.h"
#include "search/documents/derived_text.h"
#include "search/index/index.h"
#include "search/retrieve/scope.h"
#include "store/catalog/document_reader.h"
#include "store/catalog/hotness.h"
#include "store/json_document/data.h"

#include <math.h>

#define LIST_BYTES ((size_t)2 << 30)

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
    json_write_member(table, "table_count", "table_count", w);
    json_write_member(table, "tables", "tables", w);
    jsonw_end_object(w);
}

/* The size of a document that edits made is that of its runs. */
static enum err size_of(const struct base *b, const struct document *d,
                        int64_t *bytes, struct error *e)
{
    *bytes = d->bytes;
    return d->bytes >= 0 ? OK : data_bytes(b, d->id, bytes, e);
}

/* What the index knows of it. */
static void put_index(struct jsonw *w, const struct document *d)
{
    double hotness = hotness_at(d->hotness, d->hot_at, clock_wall_ms() / 1000);

    jsonw_member_i64(w, "chunks", d->chunk_count);
    jsonw_member_i64(w, "vectors", d->vector_count);
    jsonw_member_i64(w, "lexical_only", d->lexical_only_count);
    jsonw_member_double(w, "hotness", round(hotness * 100) / 100);
    jsonw_member_bool(w, "pinned", d->pinned);
    jsonw_member_i64(w, "priority", d->priority);
    jsonw_member_text(w, "last_indexed_at", d->last_indexed_at);
}

/* Is the file of the model that comes with Quarry where it should be? */
static bool has_model(struct arena *a)
{
    const char *path;
    struct error ignored = {0};
    bool is = false;

    return !use_lite_find(a, &path, &ignored) &&
           !fs_exists(path, USE_LITE_FILE, &is, &ignored) && is;
}

/* Why some passages have no vector; NULL: all have one. */
static const char *note_of(struct str provider, const struct index_state *s,
                           struct arena *a)
{
    if (s->lexical_only == 0)
        return NULL;
    if (str_is(provider, "none"))
        return "the base has no model: passages are found by their words";
    if (provider_is_english_only(provider) && !has_model(a))
        return "the file of the model is not there, so passages are found by "
               "their words: install it again, as 'quarry doctor' says, then "
               "'quarry reindex BASE'";
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
    note = note_of(provider, &s, a);
    jsonw_key(w, "index");
    jsonw_begin_object(w);
    jsonw_member_str(w, "embedding", provider);
    jsonw_member_cstr(w, "note", note);
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
    jsonw_member_str(w, "key", d->key);
    jsonw_member_str(w, "name", d->name);
    jsonw_member_str(w, "source_type", d->source_type);
    jsonw_member_str(w, "format", d->format);
    jsonw_member_i64(w, "version", d->version);
    jsonw_member_i64(w, "bytes", rc ? 0 : bytes);
    jsonw_member_str(w, "state", d->gone ? STR("gone") : d->state);
    put_index(w, d);
    put_tables(w, d, a);
    if (d->mount.p)
        jsonw_member_str(w, "pointer", d->mount);
    jsonw_member_str(w, "created_at", d->created_at);
    jsonw_member_str(w, "updated_at", d->updated_at);
    jsonw_member_raw(w, "failure",
                     d->failure.n ? d->failure : d->index_failure);
    jsonw_end_object(w);
    return rc;
}

/* A part of the list, and where the next begins. */
static enum err write_page(const struct base *b, const struct list_page *page,
                           struct arena *a, struct jsonw *w, struct error *e)
{
    const struct document *last = NULL;
    struct document *list;
    struct arena scratch;
    bool follows;
    size_t n;
    enum err rc = document_list(b, page, a, &list, &n, e);

    if (rc)
        return rc;
    follows = list_page_is_over(page, n);
    arena_init(&scratch, LIST_BYTES);
    jsonw_key(w, "documents");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n - follows && !rc; i++) {
        arena_reset(&scratch);
        last = &list[i];
        rc = write_document(b, last, &scratch, w, e);
    }
    jsonw_end_array(w);
    list_page_put_next(page, follows, last ? last->key : (struct str){0},
                       last ? last->name : (struct str){0}, w);
    arena_release(&scratch);
    return rc;
}

static enum err write_all(const struct base *b, const struct list_page *page,
                          struct arena *a, struct jsonw *w, struct error *e)
{
    static const struct list_page whole;
    int64_t version;
    int64_t n = 0, outdated = 0;
    enum err rc = document_count(b, &n, e);

    if (!rc)
        rc = document_count_outdated(b, STR(DOCUMENT_PARSER_READER), &outdated,
                                     e);
    if (!rc)
        rc = data_version(b, &version, e);
    if (rc)
        return rc;
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", str_from(b->name));
    rc = write_page(b, page ? page : &whole, a, w, e);
    jsonw_member_i64(w, "document_count", n);
    jsonw_member_i64(w, "documents_outdated", outdated);
    jsonw_member_i64(w, "version", version);
    if (!rc)
        rc = put_state(b, a, w, e);
    jsonw_end_object(w);
    return rc;
}

enum err bases_status(struct bases *b, struct str name,
                      const struct list_page *page, struct jsonw *w,
                      struct error *e)
{
    struct base base = BASE_NONE;
    struct arena a;
    enum err rc;

    arena_init(&a, LIST_BYTES);
    rc = bases_open_noted(b, name, &a, &base, e);
    if (!rc)
        rc = db_begin_read(base.db, e);
    if (!rc)
        rc = db_end(base.db, write_all(&base, page, &a, w, e), e);
    base_close(&base);
    arena_release(&a);
    return rc;
}

static enum err find_upload(const struct base *b, struct str name,
                            struct arena *a, struct document *d, bool *found,
                            struct error *e)
{
    struct str source;
    enum err rc;

    *found = false;
    if (str_starts(name, STR("/"))) { /* its place */
        rc = document_find(b, name, a, d, e);
        *found = rc == OK;
        return rc == ERR_NOT_FOUND ? OK : rc;
    }
    rc = bases_upload_source(b, name, a, &source, e);
    if (rc == ERR_CONFLICT)
        return OK;
    return rc ? rc : document_find_source(b, source, a, d, found, e);
}

/* Of which document. */
struct wanted {
    struct str base;
    struct str reference;
    bool is_upload;
};

static enum err write_one(struct bases *b, const struct wanted *x,
                          struct jsonw *w, struct error *e)
{
    struct base base = BASE_NONE;
    struct document d;
    struct arena a;
    bool found = true;
    enum err rc;

    arena_init(&a, LIST_BYTES);
    rc = bases_open_noted(b, x->base, &a, &base, e);
    if (!rc && x->is_upload)
        rc = find_upload(&base, x->reference, &a, &d, &found, e);
    else if (!rc)
        rc = document_find(&base, x->reference, &a, &d, e);
    if (!rc && found)
        rc = write_document(&base, &d, &a, w, e);
    else if (!rc)
        jsonw_null(w);
    base_close(&base);
    arena_release(&a);
    return rc;
}

enum err bases_document(struct bases *b, struct str base, struct str reference,
                        struct jsonw *w, struct error *e)
{
    const struct wanted x = {base, reference, false};

    return write_one(b, &x, w, e);
}

enum err bases_uploaded(struct bases *b, struct str base, struct str name,
                        struct jsonw *w, struct error *e)
{
    const struct wanted x = {base, name, true};

    return write_one(b, &x, w, e);
}
