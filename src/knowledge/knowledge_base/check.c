/*
 * check.c - checks a base from the outside in.
 *
 *     the home's log and database -> the base's log -> its pages, references,
 *     catalog, JSON -> originals -> derived files
 *
 * What lies deeper is looked at when what it stands on is whole. A damaged log
 * ends it: opening the database would forget what is after the damage, and
 * the next check would find nothing.
 */
#include "knowledge/knowledge_base/check.h"

#include "knowledge/knowledge_base/base_search.h"
#include "knowledge/knowledge_base/derived_drop_damaged.h"
#include "knowledge/knowledge_base/maintenance.h"
#include "knowledge/knowledge_base/rebuild.h"
#include "search/documents/derived_text.h"
#include "search/index/index.h"
#include "search/index/index_backend.h"
#include "store/catalog/document_reader.h"
#include "store/sqlite/db_wal_check.h"

#include <unistd.h>

#define ARENA_BYTES  ((size_t)2 << 30)
#define REPORT_BYTES ((size_t)64 * 1024 * 1024)
#define MAX_FINDINGS 1000 /* of each list */

/* A list of the answer. */
struct findings {
    struct buf text;
    struct jsonw w;
    uint64_t n;
};

/* One check. */
struct checking {
    struct bases *bases;
    struct str name;
    struct arena *a;
    struct findings damaged;
    struct findings rebuilt;
    struct check_counts counts;
    struct derived_counts derived;
    int64_t outdated; /* documents that another reader has read */
    struct str *keys; /* keys[n_keys] of documents to make again */
    size_t n_keys;
};

static void findings_open(struct findings *t)
{
    buf_init(&t->text, REPORT_BYTES);
    jsonw_init(&t->w, &t->text);
    jsonw_begin_array(&t->w);
    t->n = 0;
}

static void findings_put(struct findings *t, const char *kind,
                         struct str document, const char *what)
{
    if (t->n++ >= MAX_FINDINGS)
        return;
    jsonw_begin_object(&t->w);
    jsonw_member_cstr(&t->w, "kind", kind);
    jsonw_member_text(&t->w, "document", document);
    if (what)
        jsonw_member_cstr(&t->w, "message", what);
    jsonw_end_object(&t->w);
}

static void found(void *ctx, const char *kind, struct str document,
                  const char *what)
{
    struct checking *x = ctx;

    findings_put(&x->damaged, kind, document, what);
}

/* A derived file was dropped: the document is to be read again, once. */
static void dropped(void *ctx, const char *kind, struct str document,
                    const char *what)
{
    struct checking *x = ctx;
    struct error ignored;

    (void)what;
    findings_put(&x->rebuilt, kind, document, NULL);
    if (document.n == 0 || x->n_keys == MAX_FINDINGS)
        return;
    for (size_t i = 0; i < x->n_keys; i++) {
        if (str_eq(x->keys[i], document))
            return;
    }
    if (!str_dup(document, x->a, &x->keys[x->n_keys], &ignored))
        x->n_keys++;
}

static enum err check_home(struct checking *x, struct error *e)
{
    struct error why;
    enum err rc = db_check(x->bases->registry.db, &why);

    if (x->bases->home_log_damaged)
        found(x, "home_log", STR(""), "writes that were acknowledged are lost");
    if (rc == ERR_FILE_READ_FAILED)
        found(x, "home_database", STR(""), why.msg);
    else if (rc)
        *e = why;
    return rc == ERR_FILE_READ_FAILED ? OK : rc;
}

/* Before the database is opened; *whole is false when it is not to be. */
static enum err check_log(struct checking *x, const struct base_entry *entry,
                          bool *whole, struct error *e)
{
    struct str path;
    struct db_wal_state log;
    bool there;
    enum err rc = str_printf(x->a, &path, e, "%s/bases/%.*s/base.db",
                             x->bases->home->path, STR_FMT(entry->id));

    *whole = false;
    if (!rc)
        rc = fs_exists(path.p, "the database of the base", &there, e);
    if (rc)
        return rc;
    if (!there) {
        found(x, "database", STR(""), "the database of the base is lost");
        return OK;
    }
    rc = db_wal_check(path.p, "the log of the base", &log, e);
    if (rc)
        return rc;
    x->counts.bytes += log.bytes;
    *whole = !log.damaged;
    if (log.damaged)
        found(x, "log", STR(""),
              "the last writes are damaged; opening the base will go back "
              "before them");
    return OK;
}

/* Make again what was dropped. */
static enum err rebuild(struct checking *x, const struct base *b,
                        struct error *e)
{
    struct jsonw failures;
    struct rebuilding r = {.bases = x->bases,
                           .base = b,
                           .parser.scratch = SCRATCH_NONE,
                           .failures = &failures};
    struct buf ignored;
    enum err rc;

    buf_init(&ignored, REPORT_BYTES);
    jsonw_init(&failures, &ignored);
    jsonw_begin_array(&failures);
    rc = rebuild_open(&r, x->a, e);
    for (size_t i = 0; i < x->n_keys && !rc; i++) {
        struct document d;

        rc = document_find(b, x->keys[i], x->a, &d, e);
        if (rc == ERR_NOT_FOUND) /* somebody has just removed it */
            rc = OK;
        else if (!rc)
            rc = rebuild_document(&r, &d, e);
    }
    rebuild_close(&r);
    jsonw_end_array(&failures);
    buf_release(&ignored);
    return rc;
}

/* Every page of the index; a damaged one goes, and is made again. */
static enum err check_index(struct checking *x, const struct base *b,
                            struct error *e)
{
    const struct index_work w = {
        .base = b, .tables = x->bases->tables, .wait_ms = INDEX_WORK_WAIT_MS};
    struct index_worked done;
    struct error why;
    uint64_t bytes = 0;
    enum err rc = index_verify(b, &bytes, &why);

    x->counts.bytes += bytes;
    if (!rc)
        rc = index_backend_verify(b, x->bases->home, &why);
    if (!rc)
        return OK;
    if (rc != ERR_INTERNAL) {
        *e = why;
        return rc;
    }
    findings_put(&x->rebuilt, "index", STR(""), NULL);
    rc = index_clear(b, e);
    return rc || x->damaged.n > 0 ? rc : bases_index(x->bases, &w, &done, e);
}

static enum err check_derived(struct checking *x, const struct base *b,
                              struct error *e)
{
    const struct damage_list to = {dropped, x};
    enum err rc;

    x->keys = arena_alloc_array(x->a, MAX_FINDINGS, sizeof(*x->keys), e);
    if (!x->keys)
        return e->code;
    rc = derived_drop_damaged(b, &to, &x->derived, e);
    x->counts.bytes += x->derived.bytes;
    if (!rc && x->n_keys > 0 && x->damaged.n == 0)
        rc = rebuild(x, b, e);
    return rc ? rc : check_index(x, b, e);
}

static enum err check_base(struct checking *x, const struct base_entry *entry,
                           struct error *e)
{
    const struct damage_list to = {found, x};
    struct base b = BASE_NONE;
    struct error why;
    enum err rc =
        base_open_folder(x->bases->home, x->name, entry->id, x->a, &b, &why);

    if (rc == ERR_FILE_READ_FAILED) {
        found(x, "database", STR(""), why.msg);
        rc = OK;
    } else if (rc) {
        *e = why;
    } else {
        rc = check_canonical(&b, &to, &x->counts, e);
        if (!rc && x->damaged.n == 0)
            rc = document_count_outdated(&b, STR(DOCUMENT_PARSER_READER),
                                         &x->outdated, e);
        if (!rc)
            rc = check_derived(x, &b, e);
    }
    base_close(&b);
    return rc;
}

static enum err check_all(struct checking *x, struct error *e)
{
    struct base_entry entry;
    bool whole = x->bases->home->store != NULL; /* a server keeps its log */
    enum err rc = base_check_name(x->name, e);

    if (!rc)
        rc = registry_find(&x->bases->registry, x->name, x->a, &entry, e);
    if (!rc)
        rc = check_home(x, e);
    if (!rc && !whole)
        rc = check_log(x, &entry, &whole, e);
    return rc || !whole ? rc : check_base(x, &entry, e);
}

static enum err put_list(struct jsonw *w, const char *key, struct findings *t,
                         struct error *e)
{
    struct str text;
    enum err rc;

    jsonw_end_array(&t->w);
    rc = buf_finish(&t->text, &text, e);
    if (rc)
        return rc;
    jsonw_member_raw(w, key, text);
    return OK;
}

static enum err write_answer(struct checking *x, struct jsonw *w,
                             struct error *e)
{
    const struct {
        const char *key;
        uint64_t n;
    } counts[] = {{"documents", (uint64_t)x->counts.documents},
                  {"versions", (uint64_t)x->counts.versions},
                  {"originals", x->counts.originals},
                  {"documents_outdated", (uint64_t)x->outdated},
                  {"derived_files", x->derived.files},
                  {"bytes_checked", x->counts.bytes}};
    enum err rc;

    jsonw_begin_object(w);
    jsonw_member_str(w, "base", x->name);
    jsonw_member_bool(w, "ok", x->damaged.n == 0);
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        jsonw_member_u64(w, counts[i].key, counts[i].n);
    rc = put_list(w, "damaged", &x->damaged, e);
    if (!rc)
        rc = put_list(w, "rebuilt", &x->rebuilt, e);
    jsonw_end_object(w);
    return rc;
}

enum err bases_check(struct bases *b, struct str base, bool *ok,
                     struct jsonw *w, struct error *e)
{
    struct arena a;
    struct checking x = {.bases = b, .name = base, .a = &a};
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    findings_open(&x.damaged);
    findings_open(&x.rebuilt);
    rc = check_all(&x, e);
    *ok = !rc && x.damaged.n == 0;
    if (!rc)
        rc = write_answer(&x, w, e);
    buf_release(&x.damaged.text);
    buf_release(&x.rebuilt.text);
    arena_release(&a);
    return rc;
}
