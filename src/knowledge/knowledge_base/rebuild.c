#include "knowledge/knowledge_base/rebuild.h"

#include "knowledge/knowledge_base/base_search.h"
#include "knowledge/knowledge_base/derived.h"
#include "knowledge/knowledge_base/maintenance.h"
#include "search/documents/derived_text.h"
#include "search/documents/table_config.h"
#include "search/index/index.h"
#include "store/catalog/document_reader.h"
#include "store/catalog/originals.h"

#define ARENA_BYTES   ((size_t)2 << 30)
#define TABLE_BYTES   ((size_t)256 << 20)
#define FAILURE_BYTES ((size_t)16 * 1024)
#define REPORT_BYTES  ((size_t)64 * 1024 * 1024)

enum err rebuild_open(struct rebuilding *x, struct arena *a, struct error *e)
{
    enum err rc = document_parser_open(
        &x->parser, tables_pool(x->bases->tables), x->base, a, e);

    x->parser.cancel = x->cancel;
    return rc;
}

void rebuild_close(struct rebuilding *x)
{
    document_parser_close(&x->parser);
}

/* What an older reader made of it stays, if it is there, so that pointers lead to the
 * same lines. If it is lost, it is the present one's now, and its passages as well. */
static enum err note_reader(const struct rebuilding *x,
                            const struct document *d, struct error *e)
{
    const struct text_of before = {d->sha256, d->reader};
    const struct document_reading now = {d->sha256, STR(DOCUMENT_PARSER_READER),
                                         true};
    bool is = false;
    enum err rc = OK;

    if (str_is(d->reader, DOCUMENT_PARSER_READER))
        return OK;
    rc = derived_text_is_kept(x->base, &before, &is, e);
    if (rc || is)
        return rc;
    rc = db_begin_write(x->base->db, e);
    return rc ? rc
              : db_end(x->base->db,
                       document_set_reader(x->base, d->id, &now, &is, e), e);
}

static enum err make_sections(struct rebuilding *x, const struct document *d,
                              struct error *e)
{
    struct arena a;
    const char *format;
    int fd = -1;
    enum err rc;

    arena_init(&a, FAILURE_BYTES);
    format = str_cstr(d->format, &a, e);
    rc = format ? originals_open(x->base, d->sha256, &fd, e) : e->code;
    if (!rc)
        rc = document_parser_sections(&x->parser, fd, d->sha256, format, NULL,
                                      e);
    fs_close(&fd);
    if (!rc)
        rc = note_reader(x, d, e);
    arena_release(&a);
    x->sections += !rc;
    return rc;
}

static enum err make_table(struct rebuilding *x, const struct document *d,
                           struct error *e)
{
    const struct table_source of = {.base = x->base, .cancel = x->cancel};
    struct table_config_change ignored;
    struct arena a;
    enum err rc;

    arena_init(&a, TABLE_BYTES);
    rc = table_config_make(x->bases->tables, &of, d->id, &a, &ignored, e);
    arena_release(&a);
    x->tables += !rc;
    return rc;
}

static enum err make(struct rebuilding *x, const struct document *d,
                     struct error *e)
{
    enum err rc = OK;

    if (d->failure.n > 0 || d->sha256.n == 0)
        return OK;
    if (str_is(d->source_type, "table")) {
        rc = make_table(x, d, e);
    } else if (!str_is(d->source_type, "data")) {
        rc = make_sections(x, d, e);
    }
    return rc;
}

/* As the document keeps it, and as the report says it. */
static enum err note_failure(struct rebuilding *x, const struct document *d,
                             const struct error *why, struct error *e)
{
    struct jsonw w;
    struct buf b;
    struct str text;
    enum err rc;

    jsonw_begin_object(x->failures);
    jsonw_member_str(x->failures, "document", d->key);
    bases_write_failure(x->failures, why);
    jsonw_end_object(x->failures);
    buf_init(&b, FAILURE_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    bases_write_failure(&w, why);
    jsonw_end_object(&w);
    rc = buf_finish(&b, &text, e);
    if (!rc)
        rc = document_set_failure(x->base, d->id, text, e);
    buf_release(&b);
    return rc;
}

enum err rebuild_document(struct rebuilding *x, const struct document *d,
                          struct error *e)
{
    struct error why;
    enum err rc = make(x, d, &why);

    if (!rc)
        return OK;
    if (document_parser_is_fatal(&why, x->cancel)) {
        *e = why;
        return rc;
    }
    return note_failure(x, d, &why, e);
}

/* All passages, from what is there now. */
static enum err rebuild_index(struct rebuilding *x,
                              const struct bases_rebuild *r, struct error *e)
{
    const struct index_work w = {.base = x->base,
                                 .tables = x->bases->tables,
                                 .cancel = x->cancel,
                                 .wait_ms = INDEX_WORK_WAIT_MS,
                                 .report = r->progress.report,
                                 .ctx = r->progress.ctx,
                                 .measure = r->progress.measure};
    struct index_worked done;
    enum err rc = index_clear(x->base, e);

    if (!rc)
        rc = bases_index(x->bases, &w, &done, e);
    x->chunks = rc ? 0 : done.counts.passages;
    return rc;
}

static enum err rebuild_all(struct rebuilding *x, const struct bases_rebuild *r,
                            struct arena *a, size_t *n, struct error *e)
{
    struct document *list;
    uint64_t removed;
    enum err rc = derived_clear(x->base, e);

    if (!rc)
        rc = scratch_sweep(&x->base->derived, &removed, e);
    if (!rc)
        rc = document_list(x->base, NULL, a, &list, n, e);
    if (!rc)
        rc = rebuild_open(x, a, e);
    for (size_t i = 0; !rc && i < *n; i++) {
        if (r->progress.report)
            r->progress.report(r->progress.ctx, i, *n);
        rc = x->cancel && atomic_load(x->cancel)
                 ? error_set(e, ERR_TIMEOUT,
                             "cancelled; the rest is made when it is asked for")
                 : rebuild_document(x, &list[i], e);
    }
    rebuild_close(x);
    return rc ? rc : rebuild_index(x, r, e);
}

static void write_answer(const struct rebuilding *x, size_t n,
                         struct str failures, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "base", x->base->name);
    jsonw_member_u64(w, "documents", n);
    jsonw_member_u64(w, "sections", x->sections);
    jsonw_member_u64(w, "tables", x->tables);
    jsonw_member_u64(w, "chunks", x->chunks);
    jsonw_member_raw(w, "failures", failures);
    jsonw_end_object(w);
}

enum err bases_rebuild(struct bases *b, const struct bases_rebuild *r,
                       struct jsonw *w, struct error *e)
{
    struct base base = BASE_NONE;
    struct jsonw failures;
    struct rebuilding x = {.bases = b,
                           .base = &base,
                           .cancel = r->cancel,
                           .parser.scratch = SCRATCH_NONE,
                           .failures = &failures};
    struct arena a;
    struct buf text;
    struct str list;
    size_t n = 0;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    buf_init(&text, REPORT_BYTES);
    jsonw_init(&failures, &text);
    jsonw_begin_array(&failures);
    rc = base_open_in(&b->registry, r->base, &a, &base, e);
    if (!rc)
        rc = rebuild_all(&x, r, &a, &n, e);
    jsonw_end_array(&failures);
    if (!rc)
        rc = buf_finish(&text, &list, e);
    if (!rc)
        write_answer(&x, n, list, w);
    base_close(&base);
    buf_release(&text);
    arena_release(&a);
    return rc;
}
