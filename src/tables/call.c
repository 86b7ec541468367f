/*
 * call.c - the files of one call: their entries, the worker that has them
 * open, the request.
 */
#include "base/jsonw.h"
#include "tables/identity.h"
#include "tables/server_query.h"
#include "tables/tables_internal.h"

#include <string.h>

#define REQUEST_MAX_BYTES ((size_t)64 * 1024)
#define TREE_MAX_BYTES    ((size_t)1024 * 1024 * 1024)
#define TABLES_MAX_BYTES  ((size_t)1024 * 1024) /* names of a call's tables */

static const struct table_source *named_at(const struct call *c, size_t i)
{
    return i > 0 ? &c->also.sources[i - 1] : c->first;
}

/* Limits of the call are those of its first file. */
static struct table_source source_at(const struct call *c, size_t i)
{
    const struct table_source *named = named_at(c, i);
    struct table_source s = *c->first;

    s.path = named->path;
    s.sheet = named->sheet;
    s.read = named->read;
    s.opened = c->anew ? NULL : named->opened;
    return s;
}

static enum err check_same(const struct table_source *s, const struct entry *en,
                           struct error *e)
{
    if (!s->opened || strcmp(s->opened->files.name, en->files.name) == 0)
        return OK;
    return error_set(e, ERR_CONFLICT,
                     "'%.*s' changed while it was queried; try again",
                     STR_FMT(s->path));
}

enum err call_open(struct tables *t, const struct call *c, struct entries *out,
                   struct error *e)
{
    const struct wire_wait wait = source_wait(t, c->first, DEFAULT_INGEST_MS);
    enum err rc = OK;

    out->n = 0;
    arena_init(&out->own, TREE_MAX_BYTES);
    if (c->also.n >= TABLE_MAX_SOURCES)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a query takes at most %u files", TABLE_MAX_SOURCES);
    for (size_t i = 0; i <= c->also.n && !rc; i++) {
        const struct table_source s = source_at(c, i);

        rc = entry_open(t, &s, &wait, &out->own, &out->list[i], e);
        out->n += rc == OK;
        if (!rc)
            rc = check_same(named_at(c, i), &out->list[i], e);
    }
    return rc;
}

enum err entries_map(struct entries *en, size_t i, const struct json **map,
                     struct error *e)
{
    struct entry *entry = &en->list[i];
    struct json *root = NULL;
    enum err rc = OK;

    if (!entry->tree)
        rc = json_parse(entry->map, &json_default_limits, &en->own, &root, e);
    if (!rc && root)
        entry->tree = root;
    *map = entry->tree;
    return rc;
}

void entries_release(struct entries *en)
{
    arena_release(&en->own);
}

void call_assign(const struct call *c, const struct entries *en,
                 struct worker_assignment *as)
{
    _Static_assert(TABLE_MAX_SOURCES <= WORKER_MAX_DATABASES, "each fits");
    as->memory_bytes = source_memory(c->first);
    for (size_t i = 0; i < en->n; i++) {
        as->databases[i].path = str_from(en->list[i].files.database);
        if (en->n > 1) /* alone it has no name: equal bytes share a worker */
            as->databases[i].name = en->list[i].table;
    }
}

void call_drop(const struct entries *en)
{
    for (size_t i = 0; i < en->n; i++)
        cache_entry_drop(&en->list[i].files);
}

enum err call_payload(struct str request, const struct entry *list, size_t n,
                      struct arena *a, struct str *out, struct error *e)
{
    struct jsonw w;
    struct buf b;
    bool any = false;
    enum err rc;

    *out = request;
    for (size_t i = 0; i < n; i++)
        any |= list[i].sheet.n > 0;
    if (!any)
        return OK;
    buf_init(&b, request.n + TABLES_MAX_BYTES);
    buf_put_str(&b, str_slice(request, 0, request.n - 1));
    buf_puts(&b, ",\"tables\":");
    jsonw_init(&w, &b);
    jsonw_begin_array(&w);
    for (size_t i = 0; i < n; i++)
        jsonw_str(&w, list[i].sheet);
    jsonw_end_array(&w);
    buf_put_char(&b, '}');
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

static enum err ask_worker(struct tables *t, const struct call *c,
                           const struct entries *en, struct arena *a,
                           struct str *json, struct error *e)
{
    struct worker_assignment as = {.mode = WORKER_QUERY};
    struct worker_request r = {.fd = -1};

    if (call_payload(c->request, en->list, en->n, a, &r.payload, e) != OK)
        return e->code;
    call_assign(c, en, &as);
    r.wait = source_wait(t, c->first, TABLE_QUERY_MS);
    return worker_pool_call(t->pool, &as, &r, a, json, e);
}

/* Rows are read ahead; a page that cannot be made is no failure of the call. */
static enum err ask_rows(struct tables *t, const struct call *c,
                         const struct entries *en, struct arena *a,
                         struct str *json, struct error *e)
{
    const struct row_window *w = &c->rows->window;
    const struct entry *first = &en->list[0];
    struct call ahead = *c;
    struct str key, page;
    enum err rc =
        str_printf(a, &key, e, "%s\n%.*s\n%.*s", first->files.database,
                   STR_FMT(first->sheet), STR_FMT(c->rows->columns));

    if (rc || row_pages_find(t->pages, key, w, a, json))
        return rc;
    if (row_pages_goes_on(t->pages, key, w)) {
        ahead.request = c->rows->ahead;
        rc = ask_worker(t, &ahead, en, a, &page, e);
        if (!rc)
            row_pages_keep(t->pages, key, w->start, page);
        else if (rc != ERR_LIMIT)
            return rc;
        if (!rc && row_pages_find(t->pages, key, w, a, json))
            return OK;
    }
    return ask_worker(t, c, en, a, json, e);
}

/* By the server, where the copy of its database is not enough; else by a worker. */
static enum err ask_query(struct tables *t, const struct call *c,
                          const struct entries *en, struct arena *a,
                          struct str *json, struct error *e)
{
    const struct server_query q = {c->first, en, c->query};
    enum err rc = server_query_try(t, &q, a, json, e);

    return rc || json->n > 0 ? rc : ask_worker(t, c, en, a, json, e);
}

static enum err ask(struct tables *t, const struct call *c,
                    const struct entries *en, struct arena *a, struct str *json,
                    struct error *e)
{
    if (c->query)
        return ask_query(t, c, en, a, json, e);
    if (c->rows && en->list[0].is_aged)
        return error_set(e, ERR_CONFLICT,
                         "the rows of the server are others by now");
    return c->rows ? ask_rows(t, c, en, a, json, e)
                   : ask_worker(t, c, en, a, json, e);
}

/* Damaged, or removed by `cache gc` since it was looked at. */
static bool must_look_again(enum err rc, const struct entries *en)
{
    if (!rc || rc == ERR_FILE_READ_FAILED)
        return rc != OK;
    for (size_t i = 0; i < en->n; i++) {
        if (!cache_entry_exists(&en->list[i].files))
            return true;
    }
    return false;
}

enum err call_run(struct tables *t, const struct call *c, struct arena *a,
                  struct str *json, struct error *e)
{
    struct call again = *c;
    struct str places = {0};
    struct entries en;
    enum err rc = call_open(t, c, &en, e);

    if (rc) {
        entries_release(&en);
        return rc;
    }
    if (c->answered && c->answered->n)
        *json = *c->answered;
    else
        rc = ask(t, c, &en, a, json, e);
    if (must_look_again(rc, &en)) {
        call_drop(&en);
        again.anew = true;
        entries_release(&en);
        rc = call_open(t, &again, &en, e);
        if (!rc)
            rc = ask(t, c, &en, a, json, e);
    }
    if (!rc)
        rc = call_find_cells(c, &en, *json, a, &places, e);
    if (!rc)
        rc = call_add_notes(c, &en, a, json, e);
    if (!rc && places.n)
        rc = str_printf(a, json, e, "%.*s,\"places\":%.*s}",
                        STR_FMT(str_slice(*json, 0, json->n - 1)),
                        STR_FMT(places));
    entries_release(&en);
    return rc;
}

static enum err run_profile(struct tables *t, const struct table_source *s,
                            struct arena *a, struct str *profile,
                            struct error *e)
{
    struct call c = {.first = s};
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, REQUEST_MAX_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "op", "profile");
    jsonw_end_object(&w);
    rc = buf_finish(&b, &c.request, e);
    if (!rc)
        rc = call_run(t, &c, a, profile, e);
    buf_release(&b);
    return rc;
}

enum err call_profile(struct tables *t, const struct table_source *s,
                      struct arena *a, struct str *map, struct str *profile,
                      struct error *e)
{
    const struct wire_wait wait = source_wait(t, s, DEFAULT_INGEST_MS);
    struct table_source once = *s;
    struct error ignored;
    struct entry en;
    enum err rc = s->opened ? OK : table_open(t, &once, a, e);

    if (!rc)
        rc = entry_open(t, &once, &wait, a, &en, e);
    if (!rc)
        rc = identity_describe(s, en.name, en.map, a, map, e);
    if (rc)
        return rc;
    if (fs_read_file(en.profile, "a profile of the cache", MAP_MAX_BYTES, a,
                     profile, &ignored) == OK &&
        entry_looks_whole(*profile))
        return OK;
    rc = run_profile(t, &once, a, profile, e);
    if (!rc) /* a profile that cannot be kept is made again next time */
        (void)!cache_keep_profile(&en.files, en.profile, *profile, &ignored);
    return rc;
}
