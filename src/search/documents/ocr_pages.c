/*
 * ocr_pages.c - pages to words, in batches.
 *
 *     pages of a document | batch | batch | ...      a process each, some at once
 *                              |       |
 *     file of words       <----+-------+             in their order
 *
 * A process is started for a few pages, so that loading the languages costs little
 * and what one page does to it harms few others. The page at which it fails is noted,
 * and the next process goes on after it.
 *
 * The file has ".tmp-" in its name until all pages are in it: the next add reads what
 * is there and goes on. One add at a time writes it; others of the same document wait,
 * and have its words.
 */
#include "search/documents/ocr_pages.h"

#include "base/clock.h"
#include "base/jsonw.h"
#include "base/pipeline.h"
#include "store/table_cache/file_digest.h"
#include "store/table_cache/words_kept.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define BATCH         8u                     /* pages of a process, at most */
#define PAGE_MS       ((uint64_t)180 * 1000) /* with others on the machine */
#define THREADS       4u
#define REQUEST_BYTES 64u
#define BATCH_BYTES   ((size_t)128 << 20)
#define WORDS_BYTES   ((size_t)1 << 30)
#define NAMES_BYTES   ((size_t)1 << 20)
#define WAIT_MS       500 /* until it is seen that nobody wants it any more */
#define MEMORY_BYTES  ((uint64_t)400 << 20)
#define ADDRESS_BYTES ((uint64_t)512 << 20)

/* What all threads share; each writes the file only when it is its turn. */
struct work {
    struct document_parser *parser;
    const struct ocr_pages *which;
    const uint32_t *page; /* page[n], that are still to be read */
    size_t n;
    size_t batch; /* pages of a process */
    struct str assigned;
    int to;
};

struct member {
    struct work *work;
    struct buf lines; /* of the batch that it read last */
};

/* ---- a batch ---- */

static void put_line(struct buf *out, uint32_t page, struct str words)
{
    buf_printf(out, "%u\t", page);
    buf_put_str(out, words);
    buf_put_char(out, '\n');
}

static void put_failure(struct buf *out, uint32_t page, const struct error *why)
{
    struct jsonw w;

    buf_printf(out, "%u\t", page);
    jsonw_init(&w, out);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "failed", why->msg);
    jsonw_end_object(&w);
    buf_put_char(out, '\n');
}

static struct worker_task task_of(const struct work *x,
                                  const struct worker_request *request,
                                  size_t n)
{
    return (struct worker_task){.program = "quarry-pdf",
                                .memory_bytes = MEMORY_BYTES,
                                .address_bytes =
                                    ADDRESS_BYTES + x->which->bytes,
                                .request = request,
                                .n = n,
                                .assigned = x->assigned};
}

/* Start one that reads no page, so that what is not installed is no failure of a
 * page. */
static enum err probe(const struct work *x, struct arena *a, struct error *e)
{
    const struct worker_request none = {
        .fd = -1,
        .wait = {.deadline_ms = clock_ms() + PAGE_MS,
                 .cancel = x->parser->cancel}};
    const struct worker_task task = task_of(x, &none, 0);

    return worker_pool_run(x->parser->pool, &task, a, NULL, e);
}

/* Pages page[n] by one process: those of reply[n] that are not empty were read, also
 * on errors. */
static enum err run_process(const struct work *x, const uint32_t *page,
                            size_t n, struct arena *a, struct str reply[BATCH],
                            struct error *e)
{
    struct worker_request request[BATCH];
    char text[BATCH][REQUEST_BYTES];
    const struct worker_task task = task_of(x, request, n);
    const uint64_t now = clock_ms();

    for (size_t i = 0; i < n; i++) {
        (void)snprintf(text[i], sizeof(text[i]), "{\"op\":\"ocr\",\"page\":%u}",
                       page[i]);
        request[i] = (struct worker_request){
            .payload = str_from(text[i]),
            .fd = x->which->fd,
            .wait = {.deadline_ms = now + (i + 1) * PAGE_MS,
                     .cancel = x->parser->cancel}};
        reply[i] = (struct str){0};
    }
    return worker_pool_run(x->parser->pool, &task, a, reply, e);
}

static enum err read_batch(void *member, size_t part, struct error *e)
{
    struct member *m = member;
    const struct work *x = m->work;
    const size_t end =
        (part + 1) * x->batch < x->n ? (part + 1) * x->batch : x->n;
    size_t at = part * x->batch;
    struct arena a;
    enum err rc = OK;

    buf_reset(&m->lines);
    arena_init(&a, BATCH_BYTES);
    while (at < end && !rc) {
        struct str reply[BATCH];
        struct error why;
        const size_t n = end - at;
        const enum err failed =
            run_process(x, &x->page[at], n, &a, reply, &why);

        for (size_t i = 0; i < n && reply[i].n > 0; i++)
            put_line(&m->lines, x->page[at++], reply[i]);
        if (failed && document_parser_is_fatal(&why, x->parser->cancel))
            rc = (*e = why).code;
        else if (failed && at < end)
            put_failure(&m->lines, x->page[at++], &why);
        arena_reset(&a);
    }
    arena_release(&a);
    return rc;
}

static enum err keep_batch(void *member, size_t part, struct error *e)
{
    const struct member *m = member;
    const struct work *x = m->work;
    const size_t end = (part + 1) * x->batch;
    const struct document_progress *progress = &x->parser->progress;

    if (progress->report)
        progress->report(progress->ctx, end < x->n ? end : x->n, x->n);
    return fs_append(x->to, "what OCR read", buf_str(&m->lines), e);
}

static unsigned threads(void)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores < 1 ? 1 : cores > (long)THREADS ? THREADS : (unsigned)cores;
}

/* As many pages a process as leave none without work. */
static size_t batch_of(size_t pages)
{
    const size_t each = (pages + threads() - 1) / threads();

    return each < 1 ? 1 : each < BATCH ? each : BATCH;
}

static enum err read_all(struct work *x, struct error *e)
{
    const size_t batch = batch_of(x->n);
    const struct pipeline_job job = {.parts = (x->n + batch - 1) / batch,
                                     .work = read_batch,
                                     .deliver = keep_batch};
    struct member member[THREADS];
    void *of[THREADS];
    enum err rc;

    x->batch = batch;
    for (size_t i = 0; i < THREADS; i++) {
        member[i].work = x;
        buf_init(&member[i].lines, BATCH_BYTES);
        of[i] = &member[i];
    }
    rc = job.parts ? pipeline_run(&job, of, threads(), e) : OK;
    for (size_t i = 0; i < THREADS; i++)
        buf_release(&member[i].lines);
    return rc;
}

/* ---- the file ---- */

/* The pages that whole lines of it are of: is_there[most + 1]. What a crash left of
 * a last line is cut off. */
static enum err note_read(int fd, bool *is_there, uint64_t most,
                          struct arena *a, struct error *e)
{
    struct str text = {0};
    struct stat st;
    char *bytes;
    size_t whole = 0;

    if (fstat(fd, &st) != 0 || st.st_size < 0 ||
        (size_t)st.st_size > WORDS_BYTES)
        return error_set(e, ERR_LIMIT, "what OCR read is too large");
    bytes = arena_alloc(a, (size_t)st.st_size + 1, e);
    if (!bytes)
        return e->code;
    text = (struct str){bytes, (size_t)st.st_size};
    if (pread(fd, bytes, text.n, 0) != (ssize_t)text.n)
        return fs_error(ERR_FILE_READ_FAILED, "read", "what OCR read", errno,
                        e);
    while (whole < text.n) {
        const struct str rest = str_slice(text, whole, text.n);
        const size_t line = str_find_char(rest, '\n');
        uint64_t page;
        struct error ignored;

        if (line == rest.n)
            break;
        if (!str_parse_u64(str_slice(rest, 0, str_find_char(rest, '\t')), most,
                           &page, &ignored))
            is_there[page] = true;
        whole += line + 1;
    }
    if (ftruncate(fd, (off_t)whole) != 0 || lseek(fd, 0, SEEK_END) < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "write", "what OCR read", errno,
                        e);
    return OK;
}

/* Those of the list that are not in the file. */
static enum err find_missing(struct work *x, struct arena *a, struct error *e)
{
    const struct json *pages = x->which->pages;
    uint32_t *page = arena_alloc_array(a, pages->count + 1, sizeof(*page), e);
    uint64_t most = 0;
    bool *is_there;
    enum err rc;

    if (!page)
        return e->code;
    for (const struct json *j = pages->first; j; j = j->next)
        if (json_u64(j, UINT32_MAX) > most)
            most = json_u64(j, UINT32_MAX);
    is_there = arena_alloc_array(a, most + 1, sizeof(*is_there), e);
    if (!is_there)
        return e->code;
    rc = note_read(x->to, is_there, most, a, e);
    for (const struct json *j = pages->first; j; j = j->next) {
        const uint64_t number = json_u64(j, UINT32_MAX);

        if (!is_there[number])
            page[x->n++] = (uint32_t)number;
    }
    x->page = page;
    return rc;
}

/* {"folder","languages"}, as its program wants it. */
static enum err assign(const struct ocr_languages *l, struct arena *a,
                       struct str *out, struct error *e)
{
    struct jsonw w;
    struct buf json;
    enum err rc;

    buf_init(&json, BATCH_BYTES);
    buf_puts(&json, ",\"ocr\":");
    jsonw_init(&w, &json);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "folder", l->folder);
    jsonw_key(&w, "languages");
    jsonw_begin_array(&w);
    for (size_t i = 0; i < l->n; i++)
        jsonw_str(&w, l->group[i]);
    jsonw_end_array(&w);
    jsonw_end_object(&w);
    rc = buf_dup(&json, a, out, e);
    buf_release(&json);
    return rc;
}

/* Where the words are kept, whole and while they come, and who may write them. */
enum { WHOLE, TEMPORARY, LOCK, FILES };

static const char *const ends[FILES] = {WORDS_KEPT_END, ".tmp-.words",
                                        ".tmp-.lock"};

static enum err name_files(const struct document_parser *p,
                           const struct ocr_pages *which, struct arena *a,
                           const char *path[FILES], struct error *e)
{
    const struct words_kept kept = {which->sha256, which->languages->name};
    enum err rc = OK;

    for (int i = 0; i < FILES && !rc; i++)
        rc = words_kept_path(&p->base->derived, &kept, ends[i], a, &path[i], e);
    return rc;
}

/* However long another add takes for its pages. */
static enum err wait_for_others(const struct document_parser *p,
                                const char *path, struct fs_lock *lock,
                                struct error *e)
{
    for (;;) {
        const enum err rc =
            fs_lock_open(path, "the lock of what OCR reads", WAIT_MS, lock, e);

        if (rc != ERR_TIMEOUT || (p->cancel && atomic_load(p->cancel)))
            return rc;
    }
}

static enum err make(struct work *x, const char *path, const char *temporary,
                     struct arena *a, struct error *e)
{
    enum err rc;

    x->to = open(temporary, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (x->to < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "write", "what OCR read", errno,
                        e);
    rc = assign(x->which->languages, a, &x->assigned, e);
    if (!rc)
        rc = find_missing(x, a, e);
    if (!rc && x->n > 0)
        rc = probe(x, a, e);
    if (!rc)
        rc = read_all(x, e);
    if (!rc && rename(temporary, path) != 0)
        rc =
            fs_error(ERR_FILE_WRITE_FAILED, "write", "what OCR read", errno, e);
    fs_close(&x->to);
    return rc ? rc : digest_keep(path, e);
}

/* Unless another add made it meanwhile. */
static enum err make_alone(struct document_parser *p,
                           const struct ocr_pages *which,
                           const char *path[FILES], struct arena *a,
                           struct error *e)
{
    struct work x = {.parser = p, .which = which, .to = -1};
    struct fs_lock lock = FS_LOCK_NONE;
    bool is_there = false;
    enum err rc = wait_for_others(p, path[LOCK], &lock, e);

    if (rc)
        return rc;
    rc = fs_exists(path[WHOLE], "what OCR read", &is_there, e);
    if (!rc && !is_there)
        rc = make(&x, path[WHOLE], path[TEMPORARY], a, e);
    (void)unlink(path[LOCK]); /* who waits for it makes another */
    fs_lock_close(&lock);
    return rc;
}

enum err ocr_pages_read(struct document_parser *p,
                        const struct ocr_pages *which, int *words,
                        struct error *e)
{
    const char *path[FILES];
    struct arena a;
    bool is_there = false;
    enum err rc;

    arena_init(&a, WORDS_BYTES);
    rc = name_files(p, which, &a, path, e);
    if (!rc)
        rc = fs_exists(path[WHOLE], "what OCR read", &is_there, e);
    if (!rc && !is_there)
        rc = make_alone(p, which, path, &a, e);
    if (!rc)
        rc = fs_open_read(path[WHOLE], "what OCR read", words, e);
    arena_release(&a);
    return rc;
}

/* Is it of a document, and whole? */
static bool is_kept(struct str name, struct str begins)
{
    return str_starts(name, begins) && str_ends(name, str_from(ends[WHOLE])) &&
           !str_ends(name, str_from(ends[TEMPORARY]));
}

/* Words in any languages; *path is NULL where there are none. */
static enum err find_in_any(const char *folder, struct str begins,
                            struct arena *a, const char **path, struct error *e)
{
    DIR *d = opendir(folder);
    const struct dirent *entry;
    struct str made = {0};
    enum err rc = OK;

    while (d && !made.n && !rc && (entry = readdir(d)))
        if (is_kept(str_from(entry->d_name), begins))
            rc = str_printf(a, &made, e, "%s/%s", folder, entry->d_name);
    if (d)
        (void)closedir(d);
    *path = made.p;
    return rc;
}

static enum err find_kept(const struct base *b, struct str sha256,
                          struct arena *a, const char **path, struct error *e)
{
    struct ocr_languages languages;
    struct str begins = {0};
    bool is_there = false;
    enum err rc = ocr_languages_find(a, &languages, e);

    if (!rc)
        rc = words_kept_path(&b->derived,
                             &(struct words_kept){sha256, languages.name},
                             WORDS_KEPT_END, a, path, e);
    if (!rc)
        rc = fs_exists(*path, "what OCR read", &is_there, e);
    if (rc || is_there)
        return rc;
    rc = str_printf(a, &begins, e, "%.*s-" WORDS_KEPT_READER "-",
                    STR_FMT(sha256));
    return rc ? rc : find_in_any(b->derived.cache, begins, a, path, e);
}

enum err ocr_pages_find(const struct base *b, struct str sha256, int *words,
                        struct error *e)
{
    const char *path = NULL;
    struct arena a;
    enum err rc;

    *words = -1;
    arena_init(&a, NAMES_BYTES);
    rc = find_kept(b, sha256, &a, &path, e);
    if (!rc && path)
        rc = fs_open_read(path, "what OCR read", words, e);
    arena_release(&a);
    return rc;
}
