#include "search/documents/document_parser.h"

#include "base/clock.h"
#include "base/jsonw.h"
#include "search/documents/derived_text.h"
#include "search/documents/ocr_pages.h"
#include "store/table_cache/file_digest.h"
#include "store/table_cache/worker_output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define YAML_DEPTH    64 /* what we read of it has less */
#define PARSE_MS      ((uint64_t)300 * 1000)
#define REQUEST_BYTES ((size_t)4096)
#define REPLY_BYTES   ((size_t)64 * 1024 * 1024)

/* The largest JSON text, and what comes before each of its runs. */
#define RUNS_MAX_BYTES ((uint64_t)4 << 30)

#define DECODED_MAX_BYTES ((uint64_t)64 << 30) /* of a file, for a base */

/* What a worker leaves of a document in the scratch folder. */
#define SECTIONS_NAME "sections.json"
#define TEXT_NAME     "text.txt"

void document_parser_init(struct document_parser *p, struct worker_pool *pool,
                          const struct base *b, struct arena *a)
{
    *p = (struct document_parser){
        .pool = pool, .base = b, .a = a, .scratch = SCRATCH_NONE};
}

enum err document_parser_hold(struct document_parser *p, struct error *e)
{
    return p->scratch.lock >= 0
               ? OK
               : scratch_open(&p->base->derived, p->a, &p->scratch, e);
}

enum err document_parser_open(struct document_parser *p,
                              struct worker_pool *pool, const struct base *b,
                              struct arena *a, struct error *e)
{
    document_parser_init(p, pool, b, a);
    return document_parser_hold(p, e);
}

void document_parser_close(struct document_parser *p)
{
    scratch_close(&p->scratch);
}

bool document_parser_is_fatal(const struct error *why,
                              const atomic_bool *cancel)
{
    return why->of_machine || why->code == ERR_FILE_WRITE_FAILED ||
           why->code == ERR_INTERNAL ||
           (why->code == ERR_TIMEOUT && cancel && atomic_load(cancel));
}

/* One operation on one file. */
static enum err call(struct document_parser *p, const char *request, int fd,
                     struct arena *a, struct str *reply, struct error *e)
{
    const struct worker_assignment as = {.mode = WORKER_PARSE,
                                         .folder = str_from(p->scratch.path)};
    const struct worker_request r = {
        .payload = str_from(request),
        .fd = fd,
        .wait = {.deadline_ms = clock_ms() + PARSE_MS, .cancel = p->cancel}};

    if (lseek(fd, 0, SEEK_SET) != 0)
        return error_set(e, ERR_FILE_READ_FAILED, "cannot read the file again");
    return worker_pool_call(p->pool, &as, &r, a, reply, e);
}

/* What the worker left of one request, which only its descriptor leads to. */
static enum err call_for_file(struct document_parser *p, const char *request,
                              int fd, struct worker_output *left, int *out,
                              struct error *e)
{
    struct arena a;
    struct str reply;
    char *path;
    enum err rc = document_parser_hold(p, e);

    if (rc)
        return rc;
    left->folder = p->scratch.path;
    arena_init(&a, REPLY_BYTES);
    path = fs_join(left->folder, left->name, &a, e);
    rc = path ? call(p, request, fd, &a, &reply, e) : e->code;
    if (!rc)
        rc = worker_output_open(left, out, e);
    if (path)
        (void)unlink(path); /* a process that has it open keeps it */
    arena_release(&a);
    return rc;
}

enum err document_parser_json(struct document_parser *p, int fd, int *runs,
                              uint64_t *bytes, struct error *e)
{
    struct worker_output left = {NULL, "runs", RUNS_MAX_BYTES};
    struct stat st;
    enum err rc = call_for_file(p, "{\"op\":\"runs\"}", fd, &left, runs, e);

    if (!rc && fstat(*runs, &st) == 0)
        *bytes = (uint64_t)st.st_size;
    return rc;
}

enum err document_parser_decode(struct document_parser *p, int fd,
                                struct str encoding, int *text, struct error *e)
{
    struct worker_output left = {NULL, "decoded", DECODED_MAX_BYTES};
    struct jsonw w;
    struct buf request;
    struct str line;
    enum err rc;

    buf_init(&request, REQUEST_BYTES);
    jsonw_init(&w, &request);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "op", "decode");
    jsonw_member_str(&w, "encoding", encoding);
    jsonw_end_object(&w);
    rc = buf_finish(&request, &line, e);
    if (!rc)
        rc = call_for_file(p, line.p, fd, &left, text, e);
    buf_release(&request);
    return rc;
}

enum err document_parser_unpack(struct document_parser *p, int fd,
                                uint64_t max_bytes, int *unpacked,
                                struct error *e)
{
    struct worker_output left = {NULL, "unpacked", max_bytes};
    char request[REQUEST_BYTES];

    (void)snprintf(request, sizeof(request),
                   "{\"op\":\"unpack\",\"max_bytes\":%llu}",
                   (unsigned long long)max_bytes);
    return call_for_file(p, request, fd, &left, unpacked, e);
}

enum err document_parser_complete(struct document_parser *p, int fd,
                                  const char *request, struct error *e)
{
    struct arena a;
    struct str reply;
    enum err rc;

    arena_init(&a, REQUEST_BYTES);
    rc = call(p, request, fd, &a, &reply, e);
    arena_release(&a);
    return rc;
}

/* [line, column, value], and so each value in it. */
static bool is_node(const struct json *j, unsigned depth)
{
    const struct json *value;
    struct error ignored;
    uint64_t n;

    if (depth > YAML_DEPTH || j->type != JSON_ARRAY || j->count != 3 ||
        json_read_u64(j->first, "line", UINT32_MAX, &n, &ignored) ||
        json_read_u64(j->first->next, "column", UINT32_MAX, &n, &ignored))
        return false;
    value = j->first->next->next;
    if (value->type != JSON_ARRAY && value->type != JSON_OBJECT)
        return true;
    for (const struct json *v = value->first; v; v = v->next) {
        if (!is_node(v, depth + 1))
            return false;
    }
    return true;
}

enum err document_parser_yaml(struct document_parser *p, int fd,
                              struct arena *a, const struct json **tree,
                              struct error *e)
{
    struct json *answer = NULL;
    struct str reply;
    enum err rc = document_parser_hold(p, e);

    if (!rc)
        rc = call(p, "{\"op\":\"yaml\"}", fd, a, &reply, e);
    if (!rc)
        rc = json_parse(reply, &json_default_limits, a, &answer, e);
    if (rc)
        return rc;
    *tree = json_find(answer, "tree");
    return *tree && is_node(*tree, 0)
               ? OK
               : error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                           "the worker's answer is damaged");
}

/* Move what the worker wrote to where it is looked for, the sections last:
 * they are there when both are. */
static enum err publish(struct document_parser *p, struct str sha256,
                        struct arena *a, struct error *e)
{
    const struct worker_output left_sections = {
        p->scratch.path, SECTIONS_NAME, DOCUMENT_PARSER_MAX_SECTIONS_BYTES};
    const struct worker_output left_text = {p->scratch.path, TEXT_NAME,
                                            DOCUMENT_PARSER_MAX_TEXT_BYTES};
    const char *sections, *text;
    bool has_text = false;
    enum err rc = derived_text_path(
        p->base, &(struct text_of){sha256, STR(DOCUMENT_PARSER_READER)}, a,
        &sections, &text, e);

    if (!rc)
        rc = worker_output_take(&left_text, text, &has_text, e);
    if (!rc && has_text)
        rc = digest_keep(text, e);
    if (!rc)
        rc = worker_output_take(&left_sections, sections, NULL, e);
    return rc ? rc : digest_keep(sections, e);
}

/* So that what one document left is not published as another's. */
static void remove_outputs(const struct document_parser *p)
{
    static const char *const names[] = {SECTIONS_NAME, TEXT_NAME};
    char path[PATH_MAX];

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        (void)snprintf(path, sizeof(path), "%s/%s", p->scratch.path, names[i]);
        (void)unlink(path);
    }
}

static void read_pages(const struct json *answer, struct page_report *out)
{
    out->pages = json_u64(json_find(answer, "pages"), UINT32_MAX);
    out->read = json_u64(json_find(answer, "read"), out->pages);
    out->by_ocr = json_u64(json_find(answer, "by_ocr"), out->pages);
    out->tables = json_u64(json_find(answer, "tables"), UINT32_MAX);
    out->comments = json_u64(json_find(answer, "comments"), UINT32_MAX);
    out->insertions = json_u64(json_find(answer, "insertions"), UINT32_MAX);
    out->deletions = json_u64(json_find(answer, "deletions"), UINT32_MAX);
    out->not_read = json_find(answer, "not_read");
    if (out->not_read && out->not_read->type != JSON_ARRAY)
        out->not_read = NULL;
}

static enum err parse_text(struct document_parser *p, int fd,
                           const char *format, struct page_report *pages,
                           struct error *e)
{
    char request[REQUEST_BYTES];
    struct json *answer = NULL;
    struct arena a;
    struct str reply;
    struct error ignored;
    enum err rc;

    (void)snprintf(request, sizeof(request),
                   "{\"op\":\"sections\",\"format\":\"%s\"}", format);
    arena_init(&a, REPLY_BYTES);
    rc = call(p, request, fd, &a, &reply, e);
    if (!rc && pages &&
        !json_parse(reply, &json_answer_limits, &a, &answer, &ignored))
        read_pages(answer, pages);
    if (pages)
        pages->not_read = NULL; /* no page of it is left out */
    arena_release(&a);
    return rc;
}

/* ---- PDF ---- */

/* What its program may hold, whatever the file; and what it may map besides,
 * which the library sets aside and does not use. */
#define PDF_MEMORY_BYTES  ((uint64_t)400 << 20)
#define PDF_ADDRESS_BYTES ((uint64_t)256 << 20)
#define PDF_START_MS      10000

enum { PDF_WORDS, PDF_READ, PDF_TEXT, PDF_SECTIONS, PDF_STEPS };

static enum err open_output(const struct document_parser *p, const char *name,
                            int *fd, struct error *e)
{
    char path[PATH_MAX];

    (void)snprintf(path, sizeof(path), "%s/%s", p->scratch.path, name);
    *fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    return *fd >= 0 ? OK
                    : fs_error(ERR_FILE_WRITE_FAILED, "write", name, errno, e);
}

/* How its program failed at a document, in words for who gave the document. */
static enum err pdf_error(const struct document_parser *p, struct error *e)
{
    if (e->code == ERR_TOOL_WORKER_UNAVAILABLE && !e->of_machine)
        error_wrap(e, "reading the PDF");
    if (e->code == ERR_TIMEOUT && !(p->cancel && atomic_load(p->cancel)))
        return error_set(e, ERR_TIMEOUT, "to read it takes more than %llu s",
                         (unsigned long long)(PARSE_MS / 1000));
    return e->code;
}

/* Its words, if OCR found some, then the document, to where `file` leads. Of an error
 * the answers before it are there. */
static enum err run_pdf(struct document_parser *p, const int file[PDF_STEPS],
                        uint64_t bytes, struct arena *a,
                        struct str reply[PDF_STEPS], struct error *e)
{
    static const char *const step[PDF_STEPS] = {
        [PDF_WORDS] = "{\"op\":\"words\"}",
        [PDF_READ] = "{\"op\":\"read\"}",
        [PDF_TEXT] = "{\"op\":\"text\"}",
        [PDF_SECTIONS] = "{\"op\":\"sections\"}"};
    const size_t first = file[PDF_WORDS] < 0 ? PDF_READ : PDF_WORDS;
    struct worker_request request[PDF_STEPS];
    const struct worker_task task = {.program = "quarry-pdf",
                                     .memory_bytes = PDF_MEMORY_BYTES,
                                     .address_bytes = PDF_ADDRESS_BYTES + bytes,
                                     .request = request + first,
                                     .n = PDF_STEPS - first};

    for (int i = 0; i < PDF_STEPS; i++) {
        reply[i] = (struct str){0};
        request[i] = (struct worker_request){
            .payload = str_from(step[i]),
            .fd = file[i],
            .wait = {.deadline_ms = clock_ms() + PARSE_MS,
                     .cancel = p->cancel}};
    }
    return worker_pool_run(p->pool, &task, a, reply + first, e)
               ? pdf_error(p, e)
               : OK;
}

enum err pdf_program_check(struct worker_pool *pool, struct error *e)
{
    struct worker_request none = {
        .fd = -1, .wait = {.deadline_ms = clock_ms() + PDF_START_MS}};
    const struct worker_task task = {.program = "quarry-pdf",
                                     .memory_bytes = PDF_MEMORY_BYTES,
                                     .address_bytes = PDF_ADDRESS_BYTES,
                                     .request = &none};
    struct arena a;
    enum err rc;

    arena_init(&a, REPLY_BYTES);
    rc = worker_pool_run(pool, &task, &a, NULL, e);
    arena_release(&a);
    return rc;
}

/* A document, and what is made of it. */
struct pdf_parse {
    struct str sha256;
    uint64_t bytes;
    int file[PDF_STEPS];
    struct str reply[PDF_STEPS];
    struct arena *a;
    struct json *answer;      /* to PDF_READ */
    struct str ocr_languages; /* as of page_report */
    bool lacks_ocr;           /* as of page_report */
};

static enum err read_pdf(struct document_parser *p, struct pdf_parse *x,
                         struct error *e)
{
    struct error why;
    enum err rc = run_pdf(p, x->file, x->bytes, x->a, x->reply, e);

    if (x->reply[PDF_READ].n > 0 &&
        json_parse(x->reply[PDF_READ], &json_answer_limits, x->a, &x->answer,
                   &why))
        return rc ? rc : (*e = why).code;
    return rc;
}

/* Nothing reads its pictures: `failed` is what reading it without came to. */
static enum err do_without(struct pdf_parse *x, enum err failed,
                           struct error *e)
{
    x->lacks_ocr = true;
    if (failed) {
        const struct error why = *e;

        return error_set(
            e, failed, "%s; install " OCR_LANGUAGES_PACKAGE " to read pictures",
            why.msg);
    }
    return OK;
}

/* Its pages that are pictures, then all of it again with their words. `failed` is
 * what reading it without them came to. */
static enum err read_pictures(struct document_parser *p, struct pdf_parse *x,
                              enum err failed, struct error *e)
{
    struct ocr_languages languages;
    const struct ocr_pages which = {.fd = x->file[PDF_READ],
                                    .bytes = x->bytes,
                                    .sha256 = x->sha256,
                                    .pages = json_find(x->answer, "pictures"),
                                    .languages = &languages};
    struct error why;

    if (!which.pages || which.pages->type != JSON_ARRAY ||
        which.pages->count == 0)
        return failed;
    if (ocr_languages_find(x->a, &languages, &why))
        return (*e = why).code;
    if (languages.n == 0)
        return do_without(x, failed, e);
    if (ocr_pages_read(p, &which, &x->file[PDF_WORDS], &why)) {
        if (why.code == ERR_TOOL_WORKER_UNAVAILABLE && !why.of_machine)
            return do_without(x, failed, e);
        return (*e = why).code;
    }
    x->ocr_languages = languages.name;
    for (int i = PDF_TEXT; i <= PDF_SECTIONS; i++)
        if (ftruncate(x->file[i], 0) != 0 ||
            lseek(x->file[i], 0, SEEK_SET) != 0)
            return fs_error(ERR_FILE_WRITE_FAILED, "write", "what was read",
                            errno, e);
    return read_pdf(p, x, e);
}

static enum err parse_pdf(struct document_parser *p, int fd, struct str sha256,
                          struct arena *a, struct page_report *pages,
                          struct error *e)
{
    struct pdf_parse x = {.sha256 = sha256, .file = {-1, fd, -1, -1}, .a = a};
    struct stat st;
    enum err rc = open_output(p, TEXT_NAME, &x.file[PDF_TEXT], e);

    if (!rc)
        rc = open_output(p, SECTIONS_NAME, &x.file[PDF_SECTIONS], e);
    if (!rc && fstat(fd, &st) != 0)
        rc = error_set(e, ERR_FILE_READ_FAILED, "it cannot be read");
    if (!rc) {
        x.bytes = (uint64_t)st.st_size;
        rc = read_pdf(p, &x, e);
    }
    if (x.answer)
        rc = read_pictures(p, &x, rc, e);
    if (x.answer && pages)
        read_pages(x.answer, pages);
    if (pages) {
        pages->lacks_ocr = x.lacks_ocr;
        pages->ocr_languages = x.ocr_languages;
    }
    fs_close(&x.file[PDF_WORDS]);
    fs_close(&x.file[PDF_TEXT]);
    fs_close(&x.file[PDF_SECTIONS]);
    return rc;
}

bool document_has_drawn_pages(struct str format)
{
    return str_is(format, "pdf") || str_is(format, "picture");
}

enum err document_parser_sections(struct document_parser *p, int fd,
                                  struct str sha256, const char *format,
                                  struct page_report *pages, struct error *e)
{
    struct arena own;
    enum err rc = document_parser_hold(p, e);

    if (pages)
        *pages = (struct page_report){.a = pages->a};
    if (rc)
        return rc;
    arena_init(&own, REPLY_BYTES);
    rc = document_has_drawn_pages(str_from(format))
             ? parse_pdf(p, fd, sha256, pages ? pages->a : &own, pages, e)
             : parse_text(p, fd, format, pages, e);
    if (!rc)
        rc = publish(p, sha256, &own, e);
    if (rc)
        remove_outputs(p);
    arena_release(&own);
    return rc;
}

/* ---- files that a file holds ---- */

/* As the worker has them in one answer, with what one mail may go over it. */
#define MEMBERS_MAX      1024u
#define MEMBER_MAX_BYTES ((uint64_t)16 << 30)

/* Open all of an answer before the first is taken: to take one may ask the worker
 * for what another holds, into the same folder. */
static enum err open_members(struct document_parser *p, const struct json *list,
                             struct parse_member *m, size_t *n, struct error *e)
{
    enum err rc = OK;

    for (const struct json *j = list->first; j && !rc; j = j->next) {
        const struct json *file = json_find(j, "file");
        struct parse_member *x = &m[*n];
        char name[32];
        char path[PATH_MAX];
        struct worker_output left = {p->scratch.path, name, MEMBER_MAX_BYTES};

        *x =
            (struct parse_member){.id = json_text(json_find(j, "id")),
                                  .name = json_text(json_find(j, "name")),
                                  .refusal = json_text(json_find(j, "refusal")),
                                  .fd = -1};
        ++*n;
        if (x->refusal.n > 0) {
            x->is_left_out = json_is_true(json_find(j, "is_left_out"));
            x->lost_bytes = json_u64(json_find(j, "bytes"), 0);
            continue;
        }
        (void)snprintf(name, sizeof(name), "member-%llu",
                       (unsigned long long)json_u64(file, UINT32_MAX));
        rc = worker_output_open(&left, &x->fd, e);
        (void)snprintf(path, sizeof(path), "%s/%s", left.folder, name);
        (void)unlink(path);
    }
    return rc;
}

static enum err take_members(struct document_parser *p,
                             const struct json *answer,
                             const struct document_parser_members *how,
                             struct arena *a, struct error *e)
{
    const struct json *list = json_find(answer, "members");
    struct parse_member *m;
    size_t n = 0;
    enum err rc;

    if (!list || list->type != JSON_ARRAY || list->count > MEMBERS_MAX)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "the worker's answer is damaged");
    m = arena_alloc_array(a, list->count + 1, sizeof(*m), e);
    if (!m)
        return e->code;
    rc = open_members(p, list, m, &n, e);
    for (size_t i = 0; i < n; i++) {
        if (!rc)
            rc = how->take(how->ctx, &m[i], e);
        fs_close(&m[i].fd);
    }
    return rc;
}

enum err document_parser_members(struct document_parser *p, int fd,
                                 const struct document_parser_members *how,
                                 uint64_t *from, struct error *e)
{
    char request[REQUEST_BYTES];
    struct json *answer = NULL;
    struct arena a;
    struct str reply;
    enum err rc = document_parser_hold(p, e);

    if (rc)
        return rc;
    (void)snprintf(request, sizeof(request),
                   "{\"op\":\"members\",\"kind\":\"%s\",\"from\":%llu}",
                   how->kind, (unsigned long long)*from);
    arena_init(&a, REPLY_BYTES);
    rc = call(p, request, fd, &a, &reply, e);
    if (!rc)
        rc = json_parse(reply, &json_default_limits, &a, &answer, e);
    if (!rc) {
        const uint64_t next = json_u64(json_find(answer, "next"), INT64_MAX);

        rc = next > 0 && next <= *from
                 ? error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                             "the worker's answer is damaged")
                 : take_members(p, answer, how, &a, e);
        *from = next;
    }
    arena_release(&a);
    return rc;
}
