/*
 * add_item.c - prepares one added file for its commit.
 *
 *     path -> bytes known by SHA-256 -> unchanged? done
 *          -> parsed by the worker
 */
#include "base/mem.h"
#include "knowledge/knowledge_base/add_database.h"
#include "knowledge/knowledge_base/add_members.h"
#include "knowledge/knowledge_base/add_mount.h"
#include "search/documents/derived_text.h"
#include "search/documents/ocr_languages.h"
#include "store/catalog/pending_upload.h"
#include "store/table_cache/stat_cache.h"
#include "tables/format.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ITEM_BYTES    ((size_t)256 * 1024 * 1024)
#define FAILURE_BYTES ((size_t)16 * 1024)
#define HEAD_BYTES    4096
#define CONFIG_BYTES  ((size_t)16 * 1024)

/* Of a packed file whose kind has no limit. */
#define UNPACKED_BYTES ((uint64_t)16 << 30)

/* Smaller files are hashed as quickly as a memory of their hash is read, and each
 * memory is a file. */
#define REMEMBERED_LEAST ((off_t)64 * 1024)

struct item *item_new(const char *path, struct str shown, bool named,
                      struct error *e)
{
    struct item *i = mem_new(sizeof(*i), e);

    if (!i)
        return NULL;
    *i = (struct item){.named = named, .fd = -1, .runs = -1};
    arena_init(&i->arena, ITEM_BYTES);
    i->path = str_cstr(str_from(path), &i->arena, e);
    if (!i->path || str_dup(shown, &i->arena, &i->shown, e)) {
        item_free(i);
        return NULL;
    }
    return i;
}

void item_free(struct item *i)
{
    fs_close(&i->fd);
    fs_close(&i->runs);
    arena_release(&i->arena);
    mem_free(i);
}

void bases_write_failure(struct jsonw *w, const struct error *e)
{
    jsonw_member_cstr(w, "code", err_name(e->code));
    jsonw_member_cstr(w, "message", e->msg);
    if (e->pos.line) {
        jsonw_member_u64(w, "line", e->pos.line);
        jsonw_member_u64(w, "column", e->pos.column);
    }
}

void item_report(struct adding *x, struct str shown, const struct error *e)
{
    if (!x->counts->first_failure)
        x->counts->first_failure = e->code;
    x->counts->failed++;
    jsonw_begin_object(x->failures);
    jsonw_member_str(x->failures, "path", shown);
    bases_write_failure(x->failures, e);
    jsonw_end_object(x->failures);
}

enum err item_failure(struct item *i, const struct error *failure,
                      struct str *out, struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, FAILURE_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    bases_write_failure(&w, failure);
    jsonw_end_object(&w);
    rc = buf_dup(&b, &i->arena, out, e);
    buf_release(&b);
    return rc;
}

enum err bases_upload_source(const struct base *b, struct str name,
                             struct arena *a, struct str *source,
                             struct error *e)
{
    struct document_named added = {0};
    int64_t id = 0;
    enum err rc = str_printf(a, source, e, BASES_UPLOAD "%.*s", STR_FMT(name));

    if (!rc)
        rc = document_find_id(b, *source, &id, e);
    if (rc || id)
        return rc;
    rc = document_find_named(b, name, STR(BASES_PATH), a, &added, e);
    if (!rc && added.n > 1)
        return error_set(e, ERR_CONFLICT,
                         "several documents are called '%.*s'; remove all but "
                         "one, or send the file under another name",
                         STR_FMT(name));
    if (!rc && added.n == 1)
        *source = added.source;
    return rc;
}

enum err item_know(const struct base *b, struct item *i, struct error *e)
{
    return document_find_known(b, i->change.source, &i->arena, &i->known, e);
}

/* What came with a folder is still called by its path in it. */
static enum err upload_source(const struct base *b, struct item *i,
                              struct error *e)
{
    enum err rc =
        bases_upload_source(b, i->shown, &i->arena, &i->change.source, e);

    if (!rc)
        rc = item_know(b, i, e);
    if (!rc && i->known.id && !i->known.is_hidden)
        i->change.name = i->known.name;
    return rc;
}

/* What was uploaded under the same name is the same document. */
static enum err uploaded_source(const struct base *b, struct item *i,
                                struct error *e)
{
    struct document_known known;
    struct str uploaded;
    enum err rc = str_printf(&i->arena, &uploaded, e, BASES_UPLOAD "%.*s",
                             STR_FMT(i->shown));

    if (!rc)
        rc = document_find_known(b, uploaded, &i->arena, &known, e);
    if (rc || !known.id)
        return rc;
    i->change.source = uploaded;
    i->known = known;
    return OK;
}

static enum err path_source(const struct base *b, struct item *i,
                            const char *real, struct error *e)
{
    enum err rc =
        str_printf(&i->arena, &i->change.source, e, BASES_PATH "%s", real);

    if (!rc)
        rc = item_know(b, i, e);
    return rc || i->known.id ? rc : uploaded_source(b, i, e);
}

enum err item_find_again(const struct adding *x, struct item *i,
                         struct error *e)
{
    int64_t id = 0;
    enum err rc = OK;

    if (i->place.n || i->is_member || i->is_server)
        return OK;
    rc = document_find_id(&x->base, i->change.source, &id, e);
    if (rc || id)
        return rc;
    return i->is_upload ? upload_source(&x->base, i, e)
                        : uploaded_source(&x->base, i, e);
}

/* With a mount the item is the document that is there, or will. */
static enum err mount_source(struct adding *x, struct item *i, struct error *e)
{
    const struct bases_mount *m = &x->request->mount;
    struct str *source = &i->change.source;
    struct error ignored;
    enum err rc = bases_mount_place(m, i->shown, &i->arena, &i->place, e);

    if (rc || i->place.n == 0)
        return rc;
    /* whether it may is known at its commit */
    if (!add_mount_check(&x->base, i->place, true, &i->arena, source,
                         &ignored) &&
        source->n > 0)
        return OK;
    return str_printf(&i->arena, source, e, "data:%.*s", STR_FMT(i->place));
}

/* The file of its upload: two at different places are two. */
static struct str name_in_upload(const struct item *i)
{
    return i->place.n ? i->place : i->shown;
}

/* Open it; a document is found again by its place, or by its name. */
static enum err open_file(struct adding *x, struct item *i, struct error *e)
{
    char real[PATH_MAX];
    enum err rc = fs_open_read(i->path, i->path, &i->fd, e);

    if (rc)
        return rc;
    if (fstat(i->fd, &i->st) != 0 || !S_ISREG(i->st.st_mode) ||
        !realpath(i->path, real))
        return error_set(e, ERR_FILE_READ_FAILED, "'%.*s' is not a file",
                         STR_FMT(i->shown));
    i->change.name = i->shown;
    i->change.author = x->request->author;
    i->change.upload = x->request->upload;
    i->change.bytes = i->st.st_size;
    rc = mount_source(x, i, e);
    i->change.upload_name = name_in_upload(i);
    if (rc)
        return rc;
    if (i->place.n)
        return item_know(&x->base, i, e);
    if (i->is_upload)
        return upload_source(&x->base, i, e);
    return path_source(&x->base, i, real, e);
}

/* What is no text is read as it is. */
static bool is_text(int fd)
{
    static const char *const begins[] = {"PK\x03\x04", "PAR1", "\x1f\x8b",
                                         "\x28\xb5\x2f\xfd", "%PDF"};
    char head[FORMAT_HEAD_BYTES];
    ssize_t n = pread(fd, head, sizeof(head), 0);
    bool is = n >= 0 && !format_of_head((struct str){head, (size_t)n});

    for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
        is = is &&
             !str_starts((struct str){head, (size_t)n}, str_from(begins[i]));
    return is;
}

/* As the user says, or said of this document before. */
static void find_encoding(const struct adding *x, struct item *i)
{
    if (x->request->encoding.n > 0)
        i->change.encoding = x->request->encoding;
    else if (!i->known.is_hidden)
        i->change.encoding = i->known.encoding;
}

enum err item_take_made(struct item *i, int made, struct error *e)
{
    if (fstat(made, &i->st) != 0) {
        fs_close(&made);
        return error_set(e, ERR_FILE_READ_FAILED, "'%.*s' cannot be read",
                         STR_FMT(i->shown));
    }
    fs_close(&i->fd);
    i->fd = made;
    i->is_made = true;
    i->change.bytes = i->st.st_size;
    return OK;
}

static enum err decode(struct adding *x, struct item *i, struct error *e)
{
    int text;

    find_encoding(x, i);
    if (i->change.encoding.n == 0)
        return OK;
    if (!is_text(i->fd)) {
        i->change.encoding = (struct str){0};
        return OK;
    }
    if (document_parser_decode(&x->parser, i->fd, i->change.encoding, &text, e))
        return e->code;
    return item_take_made(i, text, e);
}

static enum err hash_item(struct item *i, const char *shown, struct error *e)
{
    uint8_t digest[HASH_BYTES];
    enum err rc =
        lseek(i->fd, 0, SEEK_SET) == 0
            ? hash_fd(i->fd, shown, digest, e)
            : error_set(e, ERR_FILE_READ_FAILED, "cannot read '%s'", shown);

    if (!rc)
        hash_hex(digest, i->sha256);
    return rc;
}

enum err item_hash(struct adding *x, struct item *i, struct error *e)
{
    struct stat_cache_file file = {.fd = i->fd, .st = &i->st, .path = i->path};
    enum err rc;

    file.shown = str_cstr(i->shown, &i->arena, e);
    if (!file.shown)
        return e->code;
    rc = i->is_made || i->is_member || i->st.st_size < REMEMBERED_LEAST
             ? hash_item(i, file.shown, e)
             : stat_cache_hash(x->bases->home, &file, i->sha256, e);
    i->change.sha256 = str_from(i->sha256);
    i->change.fingerprint = i->change.sha256;
    return rc;
}

static enum err look_at(struct item *i, struct error *e)
{
    char head[HEAD_BYTES];
    ssize_t n = pread(i->fd, head, sizeof(head), 0);

    if (n < 0)
        return error_set(e, ERR_FILE_READ_FAILED, "'%.*s' cannot be read",
                         STR_FMT(i->shown));
    i->kind = kind_of(i->shown, (struct str){head, (size_t)n});
    if (i->kind.reader == KIND_NONE)
        return error_set(e, ERR_VALIDATION_FAILED, "%s", i->kind.refusal);
    if (i->kind.is_source && !i->named && !i->known.id)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "source code or a drawing, not prose; name the file "
                         "to have it");
    if (i->place.n && i->kind.reader != KIND_JSON)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'%.*s' is not JSON, and only JSON can be mounted in the tree; add "
            "it without 'json_path' and 'mount_key'",
            STR_FMT(i->shown));
    if (i->kind.max_bytes && !i->kind.is_packed &&
        (uint64_t)i->st.st_size > i->kind.max_bytes)
        return error_set(
            e, ERR_LIMIT, "a %s document has up to %llu MiB; split it",
            i->kind.format, (unsigned long long)(i->kind.max_bytes >> 20));
    return OK;
}

static enum err unpack(struct adding *x, struct item *i, struct error *e)
{
    const uint64_t max = i->kind.max_bytes ? i->kind.max_bytes : UNPACKED_BYTES;
    int unpacked;

    i->unpacked_bytes = max;
    if (document_parser_unpack(&x->parser, i->fd, max, &unpacked, e))
        return e->code;
    if (!fs_is_unchanged(i->fd, &i->st))
        opened_fail(i->opened);
    if (item_take_made(i, unpacked, e))
        return e->code;
    i->unpacked_bytes = (uint64_t)i->st.st_size;
    return OK;
}

static enum err choose_reader(struct adding *x, struct item *i, struct error *e)
{
    enum err rc = look_at(i, e);

    i->file_bytes = (uint64_t)i->st.st_size;
    if (!rc)
        rc = opened_look(x, i, e);
    if (!rc && i->kind.is_packed && !i->is_known) {
        rc = unpack(x, i, e);
        if (!rc)
            rc = look_at(i, e);
        if (!rc && i->kind.is_packed)
            rc = error_set(e, ERR_FILE_READ_FAILED,
                           "it is packed twice; unpack it once and add the "
                           "result");
    }
    if (rc)
        return rc;
    i->change.source_type = str_from(i->kind.source_type);
    i->change.format = str_from(i->kind.format);
    if (i->kind.reader == KIND_SECTIONS)
        i->change.reader = STR(DOCUMENT_PARSER_READER);
    return OK;
}

/* What was pasted is a text, or with its url a page; a table is one whatever
 * it came as. */
static enum err take_origin(const struct bases_add *r, struct item *i,
                            struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    if (i->kind.reader != KIND_SECTIONS || r->source_type.n == 0)
        return OK;
    i->change.source_type = r->source_type;
    buf_init(&b, CONFIG_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w); /* without a url, too: there may have been one */
    if (r->url.n)
        jsonw_member_str(&w, "url", r->url);
    jsonw_end_object(&w);
    rc = buf_dup(&b, &i->arena, &i->config, e);
    buf_release(&b);
    return rc;
}

/* The same text from elsewhere is another version. */
static bool has_origin(const struct bases_add *r, const struct item *i,
                       const struct document *d)
{
    return r->source_type.n == 0 ||
           (str_eq(d->source_type, i->change.source_type) &&
            (i->config.n == 0 || str_eq(d->source_config, i->config)));
}

/* A table is described after its commit; a process that died between the two left it
 * without. */
static bool lacks_description(const struct item *i, const struct document *d)
{
    return i->kind.reader == KIND_TABLE && str_is(d->source_config, "{}");
}

/* Were there pictures and no OCR, which there is now? */
static bool may_read_more(struct item *i, const struct document *d)
{
    struct ocr_languages languages;
    struct json *config = NULL;
    struct error ignored;

    return document_has_drawn_pages(d->format) &&
           !json_parse(d->source_config, &json_answer_limits, &i->arena,
                       &config, &ignored) &&
           json_is_true(json_find(config, "lacks_ocr")) &&
           !ocr_languages_find(&i->arena, &languages, &ignored) &&
           languages.n > 0;
}

/* By another reader than this one, as that of an older version of the program. One
 * whose file is there again becomes another version in any case. */
static bool is_outdated(const struct item *i, const struct document *d)
{
    return i->kind.reader == KIND_SECTIONS && !d->gone &&
           !str_is(d->reader, DOCUMENT_PARSER_READER);
}

enum err item_is_unchanged(struct adding *x, struct item *i, bool *is,
                           struct error *e)
{
    struct document d;
    bool found;
    bool same;
    enum err rc = document_find_source(&x->base, i->change.source, &i->arena,
                                       &d, &found, e);

    same = !rc && found && str_is(d.added_sha256, i->sha256) &&
           d.failure.n == 0 && has_origin(x->request, i, &d) &&
           !may_read_more(i, &d);
    i->id = found ? d.id : 0;
    i->is_gone = found && d.gone;
    i->is_kept = same && (i->is_server || lacks_description(i, &d));
    i->reader = same && is_outdated(i, &d) ? d.reader : (struct str){0};
    i->is_same = i->is_same && i->reader.n > 0;
    *is = !i->is_kept && ((same && i->reader.n == 0) || i->is_done);
    return rc;
}

enum err item_check_upload(const struct adding *x, struct item *i,
                           struct error *e)
{
    const struct upload u = {x->request->upload, name_in_upload(i)};
    enum upload_standing standing = UPLOAD_WAITS;
    enum err rc =
        u.id.n && !i->is_member ? upload_look(&x->base, &u, &standing, e) : OK;

    i->is_done = standing == UPLOAD_DONE;
    if (rc || standing == UPLOAD_WAITS || standing == UPLOAD_DONE)
        return rc;
    return error_set(
        e, ERR_CONFLICT,
        standing == UPLOAD_NEWER
            ? "a newer version of '%.*s' arrived while this one waited, so "
              "this one was not kept"
            : "'%.*s' was removed while this version waited; "
              "send it again to have it back",
        STR_FMT(i->shown));
}

static void report_pages(void *ctx, uint64_t done, uint64_t total)
{
    const struct bases_progress *p = ctx;

    if (p->measure)
        p->measure(p->ctx, "reading pages by OCR", 0);
    p->report(p->ctx, done, total);
}

/* A picture that nobody named: in folders, mails and archives most are photos and
 * logos, and one in which is no text is no failure. */
static bool is_by_the_way(const struct item *i)
{
    return str_is(i->change.format, "picture") && !i->named && i->id == 0;
}

static enum err parse(struct adding *x, struct item *i, struct error *e)
{
    struct error why;
    enum err rc = OK;

    x->parser.cancel = x->request->cancel;
    if (x->request->progress.report)
        x->parser.progress = (struct document_progress){
            .report = report_pages, .ctx = (void *)&x->request->progress};
    i->pages.a = &i->arena;
    if (i->kind.reader == KIND_JSON)
        rc = document_parser_json(&x->parser, i->fd, &i->runs, &i->runs_bytes,
                                  &why);
    else if (i->kind.reader == KIND_SECTIONS)
        rc = document_parser_sections(&x->parser, i->fd, i->change.sha256,
                                      i->kind.format, &i->pages, &why);
    if (rc == OK && i->lost.code) {
        why = i->lost;
        rc = why.code;
    }
    if (rc == OK)
        return pages_note(i, e);
    if (document_parser_is_fatal(&why, x->request->cancel)) {
        *e = why;
        return rc;
    }
    if (is_by_the_way(i)) {
        i->is_skipped = true;
        skip_file(x, i->shown, skip_suffix(i->shown), why.msg);
        return OK;
    }
    i->is_failed = true;
    item_report(x, i->shown, &why);
    return item_failure(i, &why, &i->change.failure, e);
}

enum err item_identify(struct adding *x, struct item *i, struct error *e)
{
    enum err rc = open_file(x, i, e);

    if (!rc)
        rc = item_complete(x, i, e);
    if (!rc) /* before its bytes are read: nothing may want them */
        rc = choose_reader(x, i, e);
    if (i->is_known)
        return rc;
    if (!rc)
        rc = take_origin(x->request, i, e);
    if (!rc)
        rc = decode(x, i, e);
    return rc || i->kind.reader == KIND_MEMBERS ? rc : item_hash(x, i, e);
}

enum err item_identify_member(struct adding *x, struct item *i, struct error *e)
{
    enum err rc;

    i->change.name = i->shown;
    i->change.author = x->request->author;
    i->change.bytes = i->st.st_size;
    rc = item_know(&x->base, i, e);
    if (!rc)
        rc = choose_reader(x, i, e);
    return rc || i->kind.reader == KIND_MEMBERS ? rc : item_hash(x, i, e);
}

enum err item_read(struct adding *x, struct item *i, bool *changed,
                   struct error *e)
{
    bool unchanged = false;
    enum err rc = item_is_unchanged(x, i, &unchanged, e);

    *changed = !unchanged;
    if (!rc && unchanged && i->id && !x->request->upload.n)
        rc = uploads_outdate(&x->base, i->id, UPLOAD_NEWER, e);
    if (rc || unchanged || i->is_kept)
        return rc;
    rc = parse(x, i, e);
    return rc || i->reader.n == 0 || i->is_failed
               ? rc
               : derived_text_compare(
                     &x->base, &(struct text_of){i->change.sha256, i->reader},
                     &i->is_same, e);
}
