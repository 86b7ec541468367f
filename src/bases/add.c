/*
 * add.c - files into a base.
 *
 *     path -> bytes known by SHA-256 -> unchanged? done
 *          -> the original kept      -> parsed by the worker
 *          -> one transaction: document, version, JSON
 *          -> what is derived: sections, table
 *
 * The original and the document are under the base's lock together, so that
 * nobody sweeps the one before the other names it.
 */
#include "bases/bases_internal.h"
#include "bases/kind.h"
#include "bases/parse.h"
#include "bases/table_config.h"
#include "catalog/originals.h"
#include "data/data.h"
#include "store/seen.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define ITEM_BYTES    ((size_t)256 * 1024 * 1024)
#define FAILURE_BYTES ((size_t)16 * 1024)
#define REPORT_BYTES  ((size_t)64 * 1024 * 1024)
#define HEAD_BYTES    4096

/* One add. */
struct adding {
    struct bases *bases;
    const struct bases_add *request;
    struct base base;
    struct parser parser;
    struct bases_added *counts;
    struct jsonw *failures;
};

/* One file of it. */
struct item {
    struct arena arena;
    const char *path; /* what the system is asked for */
    struct str shown; /* as the user wrote it */
    bool named;       /* the user named it, not only its folder */
    int fd;
    struct stat st;
    struct kind kind;
    struct document_change change;
    char sha256[HASH_HEX_BYTES];
    int64_t id;
};

void bases_write_failure(struct jsonw *w, const struct error *e)
{
    jsonw_key(w, "code");
    jsonw_cstr(w, err_name(e->code));
    jsonw_key(w, "message");
    jsonw_cstr(w, e->msg);
    if (e->pos.line) {
        jsonw_key(w, "line");
        jsonw_u64(w, e->pos.line);
        jsonw_key(w, "column");
        jsonw_u64(w, e->pos.column);
    }
}

static void report_failure(struct adding *x, struct str shown,
                           const struct error *e)
{
    if (!x->counts->first_failure)
        x->counts->first_failure = e->code;
    x->counts->failed++;
    jsonw_begin_object(x->failures);
    jsonw_key(x->failures, "path");
    jsonw_str(x->failures, shown);
    bases_write_failure(x->failures, e);
    jsonw_end_object(x->failures);
}

/* What ends the whole add: it is about the home or the caller, not the file. */
static bool is_fatal(const struct adding *x, enum err rc)
{
    bool cancelled = x->request->cancel && atomic_load(x->request->cancel);

    return rc == ERR_FILE_WRITE_FAILED || rc == ERR_INTERNAL ||
           (rc == ERR_TIMEOUT && cancelled);
}

/* The failure as the document keeps it. */
static enum err failure_text(const struct error *failure, struct arena *a,
                             struct str *out, struct error *e)
{
    struct jsonw w;
    struct buf b;
    struct str text;
    enum err rc;

    buf_init(&b, FAILURE_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    bases_write_failure(&w, failure);
    jsonw_end_object(&w);
    rc = buf_finish(&b, &text, e);
    if (!rc)
        rc = str_dup(text, a, out, e);
    buf_release(&b);
    return rc;
}

/* Open, identify by content and by place. */
static enum err identify(struct adding *x, struct item *i, struct error *e)
{
    struct seen_file file = {.st = &i->st, .path = i->path};
    char real[PATH_MAX];
    enum err rc = fs_open_read(i->path, i->path, &i->fd, e);

    file.shown = str_cstr(i->shown, &i->arena, e);
    if (rc || !file.shown)
        return rc ? rc : e->code;
    if (fstat(i->fd, &i->st) != 0 || !S_ISREG(i->st.st_mode) ||
        !realpath(i->path, real))
        return error_set(e, ERR_FILE_READ_FAILED, "'%.*s' is not a file",
                         STR_FMT(i->shown));
    file.fd = i->fd;
    rc = seen_hash(x->bases->home, &file, i->sha256, e);
    if (!rc)
        rc = str_printf(&i->arena, &i->change.source, e, "path:%s", real);
    i->change.name = i->shown;
    i->change.sha256 = str_from(i->sha256);
    i->change.fingerprint = i->change.sha256;
    i->change.author = x->request->author;
    i->change.bytes = i->st.st_size;
    return rc;
}

static enum err choose_reader(struct item *i, struct error *e)
{
    char head[HEAD_BYTES];
    ssize_t n = pread(i->fd, head, sizeof(head), 0);

    if (n < 0)
        return error_set(e, ERR_FILE_READ_FAILED, "'%.*s' cannot be read",
                         STR_FMT(i->shown));
    i->kind = kind_of(i->shown, (struct str){head, (size_t)n});
    if (i->kind.reader == KIND_NONE)
        return error_set(e, ERR_VALIDATION_FAILED, "%s", i->kind.refusal);
    i->change.source_type = str_from(i->kind.source_type);
    i->change.format = str_from(i->kind.format);
    return OK;
}

/* Added before with this content, and it could be read then. */
static enum err is_unchanged(struct adding *x, struct item *i, bool *is,
                             struct error *e)
{
    struct document d;
    bool found;
    enum err rc = document_find_source(&x->base, i->change.source, &i->arena,
                                       &d, &found, e);

    *is = !rc && found && str_is(d.added_sha256, i->sha256) && d.failure.n == 0;
    i->id = found ? d.id : 0;
    return rc;
}

/* The document and what is canonical of it, in one transaction. */
static enum err commit(struct adding *x, struct item *i, int runs,
                       uint64_t runs_bytes, struct error *e)
{
    const struct data_file file = {.fd = runs, .bytes = runs_bytes};
    enum err rc = db_begin_write(x->base.db, e);

    if (rc)
        return rc;
    rc = runs >= 0 ? data_put_file(&x->base, &i->change, &file, &i->id, e)
                   : document_put(&x->base, &i->change, &i->id, e);
    return db_end(x->base.db, rc, e);
}

/* Parse what has to be parsed before the document is committed. A file that
 * cannot be read is no error here: its document says why. */
static enum err parse(struct adding *x, struct item *i, int *runs,
                      uint64_t *runs_bytes, struct error *e)
{
    struct error why;
    enum err rc = OK;

    x->parser.cancel = x->request->cancel;
    if (i->kind.reader == KIND_JSON)
        rc = parse_json(&x->parser, i->fd, runs, runs_bytes, &why);
    else if (i->kind.reader == KIND_SECTIONS)
        rc = parse_sections(&x->parser, i->fd, i->change.sha256, i->kind.format,
                            &why);
    if (rc == OK)
        return OK;
    if (is_fatal(x, rc)) {
        *e = why;
        return rc;
    }
    report_failure(x, i->shown, &why);
    return failure_text(&why, &i->arena, &i->change.failure, e);
}

static bool same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* What was parsed must be what was hashed and what is kept. */
static enum err check_unchanged(const struct item *i, struct error *e)
{
    struct stat now;

    if (fstat(i->fd, &now) == 0 && now.st_size == i->st.st_size &&
        same_time(now.st_mtim, i->st.st_mtim) &&
        same_time(now.st_ctim, i->st.st_ctim))
        return OK;
    return error_set(e, ERR_CONFLICT,
                     "'%.*s' changed while it was read; add it again",
                     STR_FMT(i->shown));
}

/* Under the base's lock: the original, then what names it. */
static enum err keep(struct adding *x, struct item *i, int runs,
                     uint64_t runs_bytes, struct error *e)
{
    struct fs_lock lock = FS_LOCK_NONE;
    const char *shown = str_cstr(i->shown, &i->arena, e);
    enum err rc = shown ? originals_lock(&x->base, &lock, e) : e->code;

    if (!rc)
        rc = originals_put(&x->base, i->fd, i->change.sha256, shown, e);
    if (!rc)
        rc = check_unchanged(i, e);
    if (!rc)
        rc = commit(x, i, runs, runs_bytes, e);
    fs_lock_close(&lock);
    return rc;
}

/* A table's columns and statistics; making them makes its derived table. */
static enum err describe(struct adding *x, struct item *i, struct error *e)
{
    struct error why;
    struct str failure;
    enum err rc;

    if (i->kind.reader != KIND_TABLE)
        return OK;
    rc = table_config_make(x->bases->tables, &x->base, i->id,
                           x->request->cancel, &why);
    if (rc == OK)
        return OK;
    if (is_fatal(x, rc)) {
        *e = why;
        return rc;
    }
    report_failure(x, i->shown, &why);
    rc = failure_text(&why, &i->arena, &failure, e);
    return rc ? rc : document_set_failure(&x->base, i->id, failure, e);
}

static enum err add_known(struct adding *x, struct item *i, struct error *e)
{
    bool is_new = i->id == 0;
    uint64_t failed = x->counts->failed;
    uint64_t runs_bytes = 0;
    int runs = -1;
    enum err rc = parse(x, i, &runs, &runs_bytes, e);

    if (!rc)
        rc = keep(x, i, runs, runs_bytes, e);
    fs_close(&runs);
    if (!rc)
        rc = describe(x, i, e);
    if (!rc && x->counts->failed == failed)
        *(is_new ? &x->counts->added : &x->counts->changed) += 1;
    return rc;
}

/* One file, whose failure is not that of the others. */
static enum err add_file(struct adding *x, struct item *i, struct error *e)
{
    struct error why;
    bool unchanged = false;
    enum err rc = identify(x, i, &why);

    if (!rc)
        rc = choose_reader(i, &why);
    if (rc == ERR_VALIDATION_FAILED && !i->named) {
        x->counts->skipped++;
        return OK;
    }
    if (!rc)
        rc = is_unchanged(x, i, &unchanged, &why);
    if (!rc && unchanged)
        x->counts->unchanged++;
    if (!rc && !unchanged)
        rc = add_known(x, i, &why);
    if (rc && is_fatal(x, rc)) {
        *e = why;
        return rc;
    }
    if (rc)
        report_failure(x, i->shown, &why);
    return OK;
}

static enum err check_cancel(const struct adding *x, struct error *e)
{
    if (x->request->cancel && atomic_load(x->request->cancel))
        return error_set(e, ERR_TIMEOUT,
                         "cancelled; what was added before is kept");
    return OK;
}

static enum err add_one(struct adding *x, const char *path, struct str shown,
                        bool named, struct error *e)
{
    struct item i = {.path = path, .shown = shown, .named = named, .fd = -1};
    enum err rc = check_cancel(x, e);

    arena_init(&i.arena, ITEM_BYTES);
    if (!rc)
        rc = add_file(x, &i, e);
    fs_close(&i.fd);
    arena_release(&i.arena);
    return rc;
}

/* The last part of a path, "docs" of "a/docs/". */
static struct str last_part(struct str path)
{
    size_t at;

    while (path.n > 1 && path.p[path.n - 1] == '/')
        path.n--;
    for (at = path.n; at > 0 && path.p[at - 1] != '/'; at--)
        ;
    return str_slice(path, at, path.n);
}

static enum err add_folder(struct adding *x, const char *path, struct arena *a,
                           struct error *e)
{
    struct str folder = last_part(str_from(path));
    struct str *list;
    size_t n;
    enum err rc = fs_list_tree(path, path, a, &list, &n, e);

    for (size_t i = 0; !rc && i < n; i++) {
        struct str file, shown;

        if (x->request->progress.report)
            x->request->progress.report(x->request->progress.ctx, i, n);
        rc = str_printf(a, &file, e, "%s/%.*s", path, STR_FMT(list[i]));
        if (!rc)
            rc = str_printf(a, &shown, e, "%.*s/%.*s", STR_FMT(folder),
                            STR_FMT(list[i]));
        if (!rc)
            rc = add_one(x, file.p, shown, false, e);
    }
    return rc;
}

static enum err add_path(struct adding *x, struct str path, struct error *e)
{
    struct arena a;
    struct stat st;
    struct error why;
    const char *text;
    enum err rc = OK;

    arena_init(&a, ITEM_BYTES);
    text = str_cstr(path, &a, e);
    if (!text) {
        rc = e->code;
    } else if (stat(text, &st) != 0) {
        (void)fs_error(ERR_FILE_READ_FAILED, "add", text, errno, &why);
        report_failure(x, path, &why);
    } else if (S_ISDIR(st.st_mode)) {
        rc = add_folder(x, text, &a, e);
    } else {
        rc = add_one(x, text, last_part(path), true, e);
    }
    arena_release(&a);
    return rc;
}

static void write_report(const struct adding *x, bool created,
                         struct str failures, struct jsonw *w)
{
    const struct {
        const char *key;
        uint64_t n;
    } counts[] = {{"documents_added", x->counts->added},
                  {"documents_changed", x->counts->changed},
                  {"documents_unchanged", x->counts->unchanged},
                  {"files_skipped", x->counts->skipped},
                  {"chunks_embedded", 0}, /* the index counts these */
                  {"chunks_reused", 0}};

    jsonw_begin_object(w);
    jsonw_key(w, "base");
    jsonw_str(w, x->request->base);
    jsonw_key(w, "base_created");
    jsonw_bool(w, created);
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        jsonw_key(w, counts[i].key);
        jsonw_u64(w, counts[i].n);
    }
    jsonw_key(w, "failures");
    jsonw_raw(w, failures);
    jsonw_end_object(w);
}

/* The base, made when there is none. */
static enum err open_base(struct adding *x, struct arena *a, bool *created,
                          struct error *e)
{
    struct base_entry entry;
    struct registry *r = &x->bases->registry;
    enum err rc = base_check_name(x->request->base, e);

    if (!rc)
        rc = registry_find(r, x->request->base, a, &entry, e);
    *created = rc == ERR_NOT_FOUND;
    if (*created)
        rc = registry_create(r, x->request->base, a, e);
    return rc ? rc
              : base_open(x->bases->home, x->request->base, a, &x->base, e);
}

/* The log's last line of this add. */
static enum err end_log(struct adding *x, const struct ingestion *log,
                        enum err rc, struct error *e)
{
    struct error ignored;
    uint64_t files = x->counts->added + x->counts->changed +
                     x->counts->unchanged + x->counts->failed;
    struct str message = rc ? str_from(e->msg) : (struct str){0};
    char counts[128];
    int n = snprintf(counts, sizeof(counts),
                     "{\"added\":%llu,\"changed\":%llu,\"failed\":%llu}",
                     (unsigned long long)x->counts->added,
                     (unsigned long long)x->counts->changed,
                     (unsigned long long)x->counts->failed);
    enum err ended = registry_log_end(&x->bases->registry, log, files,
                                      (struct str){counts, (size_t)n}, message,
                                      rc ? &ignored : e);

    return rc ? rc : ended;
}

static enum err add_all(struct adding *x, struct arena *a, struct error *e)
{
    struct ingestion log;
    enum err rc =
        registry_log_begin(&x->bases->registry, x->request->base, &log, e);

    if (rc)
        return rc;
    rc = parser_open(&x->parser, tables_pool(x->bases->tables), &x->base, a, e);
    for (size_t i = 0; i < x->request->n && !rc; i++)
        rc = add_path(x, x->request->paths[i], e);
    parser_close(&x->parser);
    return end_log(x, &log, rc, e);
}

enum err bases_add(struct bases *b, const struct bases_add *r,
                   struct bases_added *counts, struct jsonw *w, struct error *e)
{
    struct adding x = {.bases = b,
                       .request = r,
                       .base = BASE_NONE,
                       .counts = counts,
                       .parser.scratch = SCRATCH_NONE};
    struct jsonw failures;
    struct buf text;
    struct str list;
    struct arena a;
    bool created = false;
    enum err rc;

    *counts = (struct bases_added){0};
    arena_init(&a, ITEM_BYTES);
    buf_init(&text, REPORT_BYTES);
    jsonw_init(&failures, &text);
    jsonw_begin_array(&failures);
    x.failures = &failures;
    rc = open_base(&x, &a, &created, e);
    if (!rc)
        rc = add_all(&x, &a, e);
    jsonw_end_array(&failures);
    if (!rc)
        rc = buf_finish(&text, &list, e);
    if (!rc)
        write_report(&x, created, list, w);
    base_close(&x.base);
    buf_release(&text);
    arena_release(&a);
    return rc;
}
