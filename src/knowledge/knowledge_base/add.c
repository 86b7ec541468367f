/*
 * add.c - adds files to a base: the walk, the log, the result.
 *
 * add_item.c prepares each file, and add_batch.c commits them.
 */
#include "base/text/decode.h"
#include "knowledge/knowledge_base/add_members.h"
#include "knowledge/knowledge_base/add_server.h"
#include "knowledge/knowledge_base/base_search.h"
#include "knowledge/knowledge_base/crash_cleanup.h"
#include "knowledge/knowledge_base/remove_if_empty.h"
#include "search/index/index.h"
#include "search/settings/settings.h"
#include "store/catalog/index_job.h"
#include "store/catalog/ingestion_log.h"
#include "store/catalog/pending_upload.h"
#include "tables/postgres_url.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#define METADATA_BYTES ((size_t)1 << 20)
#define WALK_BYTES     ((size_t)256 * 1024 * 1024)
#define REPORT_BYTES   ((size_t)64 * 1024 * 1024)

/* Its failure does not affect the others. */
enum err add_refuse(struct adding *x, struct item *i, enum err rc,
                    const struct error *why, struct error *e)
{
    bool fatal = document_parser_is_fatal(why, x->request->cancel);

    if (fatal)
        *e = *why;
    else
        item_report(x, i->shown, why);
    opened_fail(i->opened);
    item_free(i);
    return fatal ? rc : OK;
}

static enum err add_read(struct adding *x, struct item *i, struct error *e)
{
    struct error why;
    bool changed;
    bool is_back;
    enum err rc = item_check_upload(x, i, &why);

    if (!rc)
        rc = item_read(x, i, &changed, &why);
    if (rc)
        return add_refuse(x, i, rc, &why, e);
    if (i->is_skipped) {
        item_free(i);
        return OK;
    }
    if (i->reader.n > 0 && i->is_failed) { /* what was read before stays */
        opened_fail(i->opened);
        item_free(i);
        return OK;
    }
    opened_count(i->opened, i);
    is_back = i->is_gone && (!changed || i->is_kept);
    if (is_back)
        rc = back_add(x, i, e);
    if (!rc && changed)
        return batch_add(x, i, e);
    x->counts->unchanged += !is_back;
    item_free(i);
    return rc;
}

static bool is_cancelled(const struct adding *x)
{
    return x->request->cancel && atomic_load(x->request->cancel);
}

enum err add_check_cancel(const struct adding *x, struct error *e)
{
    return is_cancelled(x) ? error_set(e, ERR_TIMEOUT,
                                       "cancelled; what was added before is "
                                       "kept")
                           : OK;
}

enum err add_identified(struct adding *x, struct item *i, struct error *e)
{
    enum err rc = OK;

    if (batch_has(x, i->change.source)) /* named twice */
        rc = batch_commit(x, e);
    if (!rc)
        return add_read(x, i, e);
    item_free(i);
    return rc;
}

/* An upload of a file that is no document was read. */
static enum err end_upload(struct adding *x, const struct item *i,
                           struct error *e)
{
    const struct upload u = {i->change.upload, i->change.upload_name};
    enum err rc = u.id.n ? batch_commit(x, e) : OK;

    if (!rc && u.id.n)
        rc = db_begin_write(x->base.db, e);
    return rc || u.id.n == 0
               ? rc
               : db_end(x->base.db, upload_done(&x->base, &u, e), e);
}

/* The files that a file holds come first: if it is a document, too, and known,
 * they are as well. One whose files cannot be read has failed, and is tried again
 * by the next add. */
static enum err add_holder(struct adding *x, struct item *i, struct error *e)
{
    struct error why = {0};
    bool is_known = false;
    enum err rc = item_check_upload(x, i, &why);

    if (!rc && i->kind.reader != KIND_MEMBERS)
        rc = item_is_unchanged(x, i, &is_known, &why);
    if (!rc && !is_known)
        rc = members_add(x, i, &why);
    if (i->kind.reader != KIND_MEMBERS) {
        if (rc &&
            i->kind.reader != KIND_TABLE) /* its reader says what is wrong */
            i->lost = why;
        if (!rc || !document_parser_is_fatal(&why, x->request->cancel))
            return add_identified(x, i, e); /* which says what is wrong */
    } else if (!rc) {
        rc = end_upload(x, i, e);
        item_free(i);
        return rc;
    }
    return add_refuse(x, i, rc, &why, e);
}

static enum err add_file(struct adding *x, struct item *i, struct error *e)
{
    struct opened *opened;
    struct error why;
    enum err rc = item_identify(x, i, &why);

    if (rc == ERR_VALIDATION_FAILED && !i->named) {
        skip_file(x, i->shown, skip_suffix(i->shown), why.msg);
        item_free(i);
        return OK;
    }
    if (x->request->progress.measure && !rc)
        x->request->progress.measure(x->request->progress.ctx, "reading",
                                     (uint64_t)i->st.st_size);
    why.of_machine = false; /* the disk that the file is on */
    if (rc)
        return add_refuse(x, i, rc, &why, e);
    if (i->is_known) {
        x->counts->unchanged += i->known_documents;
        item_free(i);
        return OK;
    }
    opened = i->opened;
    rc = i->kind.members ? add_holder(x, i, e) : add_identified(x, i, e);
    if (!rc)
        opened_end(x, opened);
    return rc;
}

enum err add_one(struct adding *x, const char *path, struct str shown,
                 bool named, struct error *e)
{
    struct item *i;
    enum err rc = add_check_cancel(x, e);

    if (rc)
        return rc;
    i = item_new(path, shown, named, e);
    return i ? add_file(x, i, e) : e->code;
}

static enum err add_path(struct adding *x, struct str path, struct error *e)
{
    struct arena a;
    struct stat st;
    struct error why;
    const char *text;
    enum err rc = OK;

    arena_init(&a, WALK_BYTES);
    text = str_cstr(path, &a, e);
    if (!text) {
        rc = e->code;
    } else if (postgres_url_fits(path)) {
        rc = add_server(x, path, e);
    } else if (stat(text, &st) != 0) {
        (void)fs_error(ERR_FILE_READ_FAILED, "add", text, errno, &why);
        item_report(x, path, &why);
    } else if (S_ISDIR(st.st_mode) && x->request->mount.has_key) {
        (void)error_set(&why, ERR_VALIDATION_FAILED,
                        "'mount_key' is the key of one file, not of a folder");
        item_report(x, path, &why);
    } else if (S_ISDIR(st.st_mode)) {
        rc = add_folder(x, text, &a, e);
    } else {
        rc = add_one(x, text, add_last_part(path), true, e);
    }
    arena_release(&a);
    return rc;
}

/* An upload, under its name; its temporary path is irrelevant. */
static enum err add_upload(struct adding *x, size_t n, struct error *e)
{
    const struct bases_add *r = x->request;
    struct arena a;
    struct item *i;
    const char *path;
    enum err rc = add_check_cancel(x, e);

    if (rc)
        return rc;
    if (r->progress.report)
        r->progress.report(r->progress.ctx, n, r->n);
    arena_init(&a, WALK_BYTES);
    path = str_cstr(r->paths[n], &a, e);
    i = path ? item_new(path, r->names[n], true, e) : NULL;
    rc = i ? OK : e->code;
    if (i) {
        i->is_upload = true;
        rc = add_file(x, i, e);
    }
    arena_release(&a);
    return rc;
}

/* The lists of a result, while its files are added. */
enum { FAILURES, CHANGES, AWAITED, SKIPPED, GONE, NOT_READ, REVIEWED, LISTS };
struct lists {
    struct jsonw w[LISTS];
    struct buf text[LISTS];
};

static void lists_begin(struct lists *l, struct adding *x)
{
    for (size_t i = 0; i < LISTS; i++) {
        buf_init(&l->text[i], REPORT_BYTES);
        jsonw_init(&l->w[i], &l->text[i]);
        jsonw_begin_array(&l->w[i]);
    }
    x->failures = &l->w[FAILURES];
    x->changes = &l->w[CHANGES];
    x->awaited = &l->w[AWAITED];
    x->skips.list = &l->w[SKIPPED];
    x->gone = &l->w[GONE];
    x->not_read = &l->w[NOT_READ];
    x->reviewed = &l->w[REVIEWED];
}

/* The lists but that of the awaited, which is no part of the answer. */
static enum err lists_end(struct lists *l, struct str text[LISTS],
                          struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < LISTS; i++) {
        if (i == AWAITED)
            continue;
        jsonw_end_array(&l->w[i]);
        if (!rc)
            rc = buf_finish(&l->text[i], &text[i], e);
    }
    return rc;
}

static void lists_release(struct lists *l)
{
    for (size_t i = 0; i < LISTS; i++)
        buf_release(&l->text[i]);
}

static void write_report(const struct adding *x, bool created,
                         const struct str list[LISTS], struct jsonw *w)
{
    const struct index_worked *ix = &x->indexed;
    const struct {
        const char *key;
        uint64_t n;
    } counts[] = {{"documents_added", x->counts->added},
                  {"documents_changed", x->counts->changed},
                  {"documents_unchanged", x->counts->unchanged},
                  {"documents_read_again", x->counts->read_again},
                  {"documents_gone", x->counts->gone},
                  {"files_skipped", x->counts->skipped},
                  {"chunks", ix->counts.passages},
                  {"chunks_embedded", ix->counts.embedded},
                  {"chunks_reused", ix->counts.reused},
                  {"documents_indexed", ix->documents},
                  {"documents_waiting", ix->left}};

    jsonw_begin_object(w);
    jsonw_member_str(w, "base", x->request->base);
    jsonw_member_bool(w, "base_created",
                      created ||
                          (x->request->made_base && x->counts->added > 0));
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        jsonw_member_u64(w, counts[i].key, counts[i].n);
    jsonw_member_raw(w, "failures", list[FAILURES]);
    jsonw_member_raw(w, "skipped", list[SKIPPED]);
    skip_write_kinds(x, w);
    jsonw_member_raw(w, "gone", list[GONE]);
    pages_write(x, list[NOT_READ], w);
    mails_write(x, w);
    if (list[REVIEWED].n > 2)
        jsonw_member_raw(w, "reviewed", list[REVIEWED]);
    if (list[CHANGES].n > 2)
        jsonw_member_raw(w, "schema_changes", list[CHANGES]);
    jsonw_end_object(w);
}

/* The base, created if missing. */
static enum err open_base(struct adding *x, struct arena *a, bool *created,
                          struct error *e)
{
    enum err rc = registry_claim(&x->bases->registry, x->request->base, a,
                                 &x->entry, created, e);

    return rc ? rc : base_open_entry(x->bases->home, &x->entry, a, &x->base, e);
}

/* The settings that passages are made with, if known. */
static void put_splitter(const struct adding *x, struct jsonw *w)
{
    struct chunk_size size;
    struct str embedding = {0};
    struct error ignored;
    struct arena a;

    arena_init(&a, METADATA_BYTES);
    settings_chunk_size(&x->base, &a, &size);
    if (!base_get_setting(&x->base, "embedding", &a, &embedding, &ignored)) {
        jsonw_member_u64(w, "chunk_size", size.tokens);
        jsonw_member_u64(w, "chunk_overlap", size.overlap_tokens);
        jsonw_member_str(
            w, "embedding_model",
            embedding.n ? str_slice(embedding, 0, str_find_char(embedding, '@'))
                        : STR(INDEX_DEFAULT_PROVIDER));
    }
    arena_release(&a);
}

static void put_metadata(const struct adding *x, struct buf *out)
{
    struct jsonw w;

    jsonw_init(&w, out);
    jsonw_begin_object(&w);
    jsonw_member_u64(&w, "added", x->counts->added);
    jsonw_member_u64(&w, "changed", x->counts->changed);
    jsonw_member_u64(&w, "failed", x->counts->failed);
    if (x->base.db)
        put_splitter(x, &w);
    jsonw_end_object(&w);
}

/* The documents that a server must index before this add is complete. */
static enum err await(struct adding *x, struct str *out, struct error *e)
{
    struct buf *b = x->awaited->out;
    enum err rc = OK;

    if (!x->leaves)
        return OK;
    jsonw_end_array(x->awaited);
    rc = buf_finish(b, out, e);
    if (!rc && out->n <= 2) /* nothing */
        *out = (struct str){0};
    return rc;
}

/* The log's last line of this add. */
static enum err end_log(struct adding *x, struct ingestion *log, enum err rc,
                        struct error *e)
{
    struct error ignored;
    struct ingestion_result result = {
        .total_files = x->counts->added + x->counts->changed +
                       x->counts->unchanged + x->counts->failed,
        .total_chunks = x->indexed.counts.passages,
        .error_message = rc ? str_from(e->msg) : (struct str){0}};
    struct buf metadata;
    enum err ended;

    buf_init(&metadata, METADATA_BYTES);
    put_metadata(x, &metadata);
    result.metadata = buf_str(&metadata);
    if (!rc)
        rc = await(x, &result.awaited, e);
    ended =
        ingestion_log_end(&x->bases->registry, log, &result, rc ? &ignored : e);
    buf_release(&metadata);
    if (!rc && !ended && result.awaited.n > 0) /* the server may be quicker */
        ended = ingestion_log_settle(&x->bases->registry, &x->base, e);
    return rc ? rc : ended;
}

/* An error of the whole add; the files are kept, so it is not counted for any
 * of them. */
static void report_index(struct adding *x, const struct error *why)
{
    jsonw_begin_object(x->failures);
    jsonw_member_null(x->failures, "path");
    bases_write_failure(x->failures, why);
    jsonw_end_object(x->failures);
}

/* Leave it to a server, and list what it has to do. */
static enum err leave_to_server(struct adding *x, struct error *e)
{
    struct index_job_counts c = {0};
    enum err rc = index_jobs_count(&x->base, &c, e);

    x->indexed.left = (uint64_t)c.waiting;
    return rc;
}

/* The documents are kept; those that cannot be indexed are a separate failure,
 * also shown in their states. */
static enum err bring_up_to_date(struct adding *x, struct error *e)
{
    const struct index_work w = {.base = &x->base,
                                 .tables = x->bases->tables,
                                 .cancel = x->request->cancel,
                                 .wait_ms = INDEX_WORK_WAIT_MS,
                                 .report = x->request->progress.report,
                                 .ctx = x->request->progress.ctx,
                                 .measure = x->request->progress.measure};
    enum err rc;

    if (x->leaves)
        return leave_to_server(x, e);
    rc = bases_index(x->bases, &w, &x->indexed, e);
    if (!rc && x->indexed.first_failure.code)
        report_index(x, &x->indexed.first_failure);
    return rc;
}

/* How far it came, and what goes on from there. */
static enum err say_kept(struct adding *x, struct error *e)
{
    const struct bases_added *c = x->counts;
    const uint64_t kept = c->added + c->changed + c->unchanged;
    struct index_job_counts jobs = {0};
    struct error ignored;
    int64_t behind;

    (void)!index_jobs_count(&x->base, &jobs, &ignored);
    behind = jobs.waiting + jobs.running;
    return error_set(e, ERR_TIMEOUT,
                     "cancelled; %llu %s kept, %lld %s not indexed yet; the "
                     "same command goes on from there",
                     (unsigned long long)kept,
                     kept == 1 ? "file is" : "files are", (long long)behind,
                     behind == 1 ? "document is" : "documents are");
}

/* Reject arguments that fit no file before any is read. */
static enum err check_mount(const struct bases_add *r, struct error *e)
{
    struct str ignored;
    struct arena a;
    enum err rc;

    if (r->mount.has_key && r->n > 1)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'mount_key' is the key of one file; add the others "
                         "by themselves");
    arena_init(&a, METADATA_BYTES);
    rc = bases_mount_place(&r->mount, STR("name"), &a, &ignored, e);
    arena_release(&a);
    return rc;
}

/* A name that no file could be read with is one error, not one of each. */
static enum err check_encoding(struct str name, struct error *e)
{
    struct decoder d = {0};
    enum err rc = name.n ? decode_begin(&d, STR("a"), name, e) : OK;

    decode_end(&d);
    return rc;
}

static enum err add_all(struct adding *x, struct arena *a, struct error *e)
{
    struct ingestion log;
    struct error ignored;
    enum err rc = check_mount(x->request, e);

    if (!rc)
        rc = check_encoding(x->request->encoding, e);
    if (!rc)
        rc = ingestion_log_begin(&x->bases->registry, &x->entry, &log, e);
    if (rc)
        return rc;
    x->leaves = !x->request->wait && bases_has_server(x->bases);
    rc = tidy_after_dead(&x->base, e);
    if (!rc)
        rc = document_parser_open(&x->parser, tables_pool(x->bases->tables),
                                  &x->base, a, e);
    for (size_t i = 0; i < x->request->n && !rc; i++)
        rc = x->request->names ? add_upload(x, i, e)
                               : add_path(x, x->request->paths[i], e);
    if (!rc)
        rc = batch_commit(x, e);
    else if (rc == ERR_TIMEOUT && is_cancelled(x))
        (void)!batch_commit(x, &ignored); /* each finished document is kept */
    if (!rc)
        rc = gone_commit(x, e);
    batch_drop(x);
    document_parser_close(&x->parser);
    if (!rc)
        rc = bring_up_to_date(x, e);
    if (rc == ERR_TIMEOUT && is_cancelled(x))
        (void)!say_kept(x, e);
    return end_log(x, &log, rc, e);
}

bool bases_added_any(const struct bases_added *c)
{
    return c->added + c->changed + c->unchanged > 0;
}

enum err bases_add(struct bases *b, const struct bases_add *r,
                   struct bases_added *counts, struct jsonw *w, struct error *e)
{
    struct arena a;
    struct adding x = {.bases = b,
                       .request = r,
                       .base = BASE_NONE,
                       .counts = counts,
                       .missing_end = &x.missing,
                       .arena = &a,
                       .parser.scratch = SCRATCH_NONE};
    struct lists lists;
    struct str list[LISTS] = {0};
    bool created = false;
    enum err rc;

    *counts = (struct bases_added){0};
    arena_init(&a, WALK_BYTES);
    lists_begin(&lists, &x);
    rc = open_base(&x, &a, &created, e);
    if (!rc)
        rc = add_all(&x, &a, e);
    if (!rc)
        rc = lists_end(&lists, list, e);
    base_close(&x.base);
    if (created && !bases_added_any(counts) &&
        bases_remove_if_empty(b, &x.entry))
        created = false;
    if (!rc)
        write_report(&x, created, list, w);
    lists_release(&lists);
    arena_release(&a);
    return rc;
}
