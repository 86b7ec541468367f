#include "engine/pdf_worker/pdf_worker.h"

#include "base/fs.h"
#include "base/json.h"
#include "base/wire_child.h"
#include "engine/pdf_worker/page_image.h"
#include "engine/pdf_worker/pages_report.h"
#include "engine/pdf_worker/recognise.h"
#include "engine/sandbox/sandbox.h"
#include "formats/pdf/pdf.h"
#include "formats/picture/picture.h"

#include <sys/mman.h>
#include <unistd.h>

/* Lines, text and their copies; the memory that the parent grants holds the
 * library's, too. */
#define DOCUMENT_BYTES ((size_t)320 << 20)
#define REQUEST_BYTES  ((size_t)1 << 20)
#define MEMORY_DEFAULT ((uint64_t)512 << 20)
#define JSON_BYTES     ((size_t)256 << 20)

struct pdf_worker {
    struct buf in;
    struct buf out;
    struct arena document;
    struct sections sections; /* in `document` */
    struct pdf_tables tables; /* in `document` */
    struct pdf_scans scans;   /* in `document`, of a file that stays mapped */
    struct error refusal;     /* no page has text; code OK: one has */
    bool has_sections;
    struct str source; /* what "open" got; empty: none */
};

/* Without exit handlers, which may not work inside the sandbox. */
_Noreturn static void leave(int status)
{
    _exit(status);
}

/* The file stays mapped: a document can be larger than what it may hold. */
static enum err map_source(int fd, struct str *out, struct error *e)
{
    const off_t size = lseek(fd, 0, SEEK_END); /* fstat() takes a path, too */

    if (size < 0)
        return error_set(e, ERR_FILE_READ_FAILED, "it is not a regular file");
    if (size == 0)
        return error_set(e, ERR_FILE_READ_FAILED, "it is empty");
    out->n = (size_t)size;
    out->p = mmap(NULL, out->n, PROT_READ, MAP_PRIVATE, fd, 0);
    return out->p == MAP_FAILED
               ? error_set(e, ERR_LIMIT, "it does not fit into memory")
               : OK;
}

/* A picture as a PDF of as many pages without text. */
static enum err take_picture(struct pdf_worker *x, struct str *source,
                             struct error *e)
{
    struct picture picture;
    enum err rc = picture_read(*source, &x->document, &picture, e);

    return rc ? rc : picture_as_pdf(&picture, &x->document, source, e);
}

static enum err read_document(struct pdf_worker *x, int fd, struct jsonw *w,
                              struct error *e)
{
    struct str source;
    enum err rc = x->has_sections
                      ? error_set(e, ERR_VALIDATION_FAILED,
                                  "it reads one document and no other")
                      : map_source(fd, &source, e);

    if (!rc && picture_format_of(source))
        rc = take_picture(x, &source, e);
    if (!rc)
        rc = pdf_read(source, &x->scans, &x->document, &x->sections, &x->tables,
                      e);
    if (rc == ERR_FILE_READ_FAILED && x->sections.n_pages > 0)
        x->refusal = *e;
    else if (rc)
        return rc;
    x->has_sections = true;
    jsonw_begin_object(w);
    pages_report_write(&x->sections, w);
    jsonw_member_u64(w, "tables", pdf_tables_count(&x->tables));
    jsonw_end_object(w);
    return OK;
}

static enum err take_words(struct pdf_worker *x, int fd, struct jsonw *w,
                           struct error *e)
{
    struct str lines;
    enum err rc = map_source(fd, &lines, e);

    if (!rc)
        rc = pdf_scans_read(lines, &x->document, &x->scans, e);
    jsonw_begin_object(w);
    jsonw_member_u64(w, "pages", x->scans.n);
    jsonw_end_object(w);
    return rc;
}

static enum err recognise(int fd, const struct json *request, struct jsonw *w,
                          struct error *e)
{
    struct str source;
    enum err rc = map_source(fd, &source, e);

    if (rc)
        return rc;
    rc = recognise_page(source,
                        json_u64(json_find(request, "page"), UINT32_MAX), w, e);
    (void)munmap((void *)source.p, source.n);
    return rc;
}

/* A document of which pages are drawn. */
static enum err open_source(struct pdf_worker *x, int fd, struct jsonw *w,
                            struct error *e)
{
    struct str source;
    enum err rc = x->source.n ? error_set(e, ERR_VALIDATION_FAILED,
                                          "it draws one document and no other")
                              : map_source(fd, &source, e);

    if (rc)
        return rc;
    x->source = source;
    jsonw_begin_object(w);
    jsonw_member_u64(w, "bytes", source.n);
    jsonw_end_object(w);
    return OK;
}

/* What is made of a page is forgotten with its arena. */
static enum err draw_page(struct pdf_worker *x, const struct json *request,
                          int fd, struct jsonw *w, struct error *e)
{
    const struct page_image_source source = {x->source, &x->scans};
    struct arena a;
    enum err rc;

    if (x->source.n == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "no document is open");
    arena_init(&a, DOCUMENT_BYTES);
    rc = page_image_write(&source, request, fd, &a, w, e);
    arena_release(&a);
    return rc;
}

enum part { PART_TEXT, PART_SECTIONS, PART_TABLES, PARTS };

static const char *const part_names[PARTS] = {[PART_TEXT] = "text",
                                              [PART_SECTIONS] = "sections",
                                              [PART_TABLES] = "tables"};

static enum part part_of(struct str op)
{
    int i = PART_TEXT;

    while (i < PARTS && !str_is(op, part_names[i]))
        i++;
    return (enum part)i;
}

static void write_part(const struct pdf_worker *x, enum part part,
                       struct buf *out)
{
    struct jsonw w;

    jsonw_init(&w, out);
    if (part == PART_SECTIONS) {
        sections_write(&x->sections, &w);
    } else {
        buf_puts(out, PDF_TABLES_MARK);
        pdf_tables_write(&x->tables, &w);
    }
}

static enum err write_file(struct pdf_worker *x, int fd, enum part part,
                           struct jsonw *w, struct error *e)
{
    struct str text = x->sections.text;
    struct buf made;
    enum err rc = OK;

    if (!x->has_sections)
        return error_set(e, ERR_VALIDATION_FAILED, "no document was read");
    if (x->refusal.code)
        return (*e = x->refusal).code;
    buf_init(&made, JSON_BYTES);
    if (part != PART_TEXT) {
        write_part(x, part, &made);
        rc = buf_finish(&made, &text, e);
    }
    if (!rc)
        rc = fs_append(fd, "what was read", text, e);
    buf_release(&made);
    jsonw_begin_object(w);
    jsonw_member_u64(w, "bytes", text.n);
    jsonw_end_object(w);
    return rc;
}

static enum err run(void *ctx, const struct wire_frame *f, struct error *e)
{
    struct pdf_worker *x = ctx;
    struct json *request = NULL;
    struct str op;
    struct arena a;
    struct jsonw w;
    enum err rc;

    arena_init(&a, REQUEST_BYTES);
    buf_reset(&x->out);
    jsonw_init(&w, &x->out);
    rc = json_parse(f->payload, &json_default_limits, &a, &request, e);
    op = json_text(json_find(request, "op"));
    if (!rc && str_is(op, "read"))
        rc = read_document(x, f->fd, &w, e);
    else if (!rc && str_is(op, "words"))
        rc = take_words(x, f->fd, &w, e);
    else if (!rc && str_is(op, "ocr"))
        rc = recognise(f->fd, request, &w, e);
    else if (!rc && str_is(op, "open"))
        rc = open_source(x, f->fd, &w, e);
    else if (!rc && str_is(op, "image"))
        rc = draw_page(x, request, f->fd, &w, e);
    else if (!rc && part_of(op) < PARTS)
        rc = write_file(x, f->fd, part_of(op), &w, e);
    else if (!rc)
        rc = error_set(e, ERR_VALIDATION_FAILED, "unknown operation");
    arena_release(&a);
    return rc;
}

/* After it nothing can be opened; the library is loaded before. */
static enum err enter(void *ctx, const struct json *assignment, struct error *e)
{
    const struct json *memory = json_find(assignment, "memory_bytes");
    struct sandbox_rules rules = {.memory_bytes = MEMORY_DEFAULT,
                                  .file_bytes = JSON_BYTES,
                                  .is_bare = true};
    struct error ignored;
    enum err rc = pdf_prepare(e);

    (void)ctx;
    if (!rc)
        rc = recognise_prepare(json_find(assignment, "ocr"), e);
    if (json_is_true(json_find(assignment, "pictures")))
        (void)!picture_prepare(&ignored); /* PDF is drawn without */
    if (!rc && memory)
        rc = json_read_u64(memory, "memory_bytes", UINT64_MAX / 2,
                           &rules.memory_bytes, e);
    return rc ? rc : sandbox_enter(&rules, e);
}

int pdf_worker_run(int sock)
{
    static struct pdf_worker x;
    struct error e = {0};

    buf_init(&x.in, WIRE_MAX_PAYLOAD);
    buf_init(&x.out, WIRE_MAX_PAYLOAD);
    arena_init(&x.document, DOCUMENT_BYTES);
    if (wire_say_ready(sock, &x.out))
        leave(0);
    if (wire_take_assignment(sock, &x.in, &x.out, enter, NULL, &e))
        leave(err_exit_status(e.code));
    wire_serve(sock, &x.in, &x.out, run, &x);
    leave(0);
}
