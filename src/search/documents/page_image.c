#include "search/documents/page_image.h"

#include "base/base64.h"
#include "base/clock.h"
#include "base/read_at.h"
#include "base/utf8.h"

#include <sys/mman.h>
#include <sys/stat.h>

/* As for its text, and two pixels of a point, which a screen shows sharply. */
#define MEMORY_BYTES  ((uint64_t)400 << 20)
#define ADDRESS_BYTES ((uint64_t)256 << 20)
#define DPI           144
#define DRAW_MS       20000

#define ARENA_BYTES   ((size_t)128 << 20)
#define TEXT_BYTES    ((size_t)64 << 10)
#define REQUEST_BYTES ((size_t)512 << 10)
#define MAX_SIDE      20000u
#define MAX_BOXES     1000u

#define SIGNATURE "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"

enum { STEP_OPEN, STEP_WORDS, STEP_DRAW, STEPS };

struct drawn {
    uint64_t page, pages, width, height;
    const struct json *boxes;
    struct str png;
};

static enum err damaged(struct error *e)
{
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                     "drawing the page: its program gave no image");
}

static void write_request(const struct page_image_request *r, struct buf *out)
{
    const struct str text = str_slice(r->text, 0, TEXT_BYTES);
    struct jsonw w;

    jsonw_init(&w, out);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "op", "image");
    jsonw_member_u64(&w, "page", r->page);
    jsonw_member_u64(&w, "dpi", DPI);
    jsonw_member_str(&w, "text", str_slice(text, 0, utf8_valid_prefix(text)));
    jsonw_member_u64(&w, "table", r->table);
    jsonw_end_object(&w);
}

/* Where from, and the file that becomes the image. */
struct files {
    int fd, words, to;
};

/* Addresses for what a file has; 0: it is none. */
static uint64_t bytes_of(int fd)
{
    struct stat st;

    return fstat(fd, &st) == 0 && st.st_size > 0 ? (uint64_t)st.st_size : 0;
}

static enum err run(const struct document_parser *p, struct str request,
                    const struct files *f, struct arena *a, struct str *reply,
                    struct error *e)
{
    const struct wire_wait wait = {.deadline_ms = clock_ms() + DRAW_MS,
                                   .cancel = p->cancel};
    const struct worker_request step[STEPS] = {
        [STEP_OPEN] = {.payload = STR("{\"op\":\"open\"}"),
                       .fd = f->fd,
                       .wait = wait},
        [STEP_WORDS] = {.payload = STR("{\"op\":\"words\"}"),
                        .fd = f->words,
                        .wait = wait},
        [STEP_DRAW] = {.payload = request, .fd = f->to, .wait = wait}};
    const struct worker_request without[] = {step[STEP_OPEN], step[STEP_DRAW]};
    const bool has_words = bytes_of(f->words) > 0;
    struct worker_task task = {.program = "quarry-pdf",
                               .assigned = STR(",\"pictures\":true"),
                               .memory_bytes = MEMORY_BYTES,
                               .request = has_words ? step : without,
                               .n = has_words ? STEPS : COUNT_OF(without)};
    struct str replies[STEPS];

    task.address_bytes = ADDRESS_BYTES + bytes_of(f->fd) + bytes_of(f->words);
    if (worker_pool_run(p->pool, &task, a, replies, e)) {
        if (e->code == ERR_TOOL_WORKER_UNAVAILABLE && !e->of_machine)
            error_wrap(e, "drawing the page");
        return e->code;
    }
    *reply = replies[task.n - 1];
    return OK;
}

/* ---- what came, which is untrusted ---- */

static bool is_box(const struct json *box, const struct drawn *d)
{
    const uint64_t most[4] = {d->width, d->height, d->width, d->height};
    const struct json *n = box->first;
    struct error ignored;
    uint64_t value;

    if (box->type != JSON_ARRAY || box->count != COUNT_OF(most))
        return false;
    for (size_t i = 0; i < COUNT_OF(most); i++, n = n->next)
        if (json_read_u64(n, "box", most[i], &value, &ignored))
            return false;
    return true;
}

static bool are_boxes(const struct drawn *d)
{
    if (!d->boxes || d->boxes->type != JSON_ARRAY ||
        d->boxes->count > MAX_BOXES)
        return false;
    for (const struct json *b = d->boxes->first; b; b = b->next)
        if (!is_box(b, d))
            return false;
    return true;
}

static uint64_t u32_at(struct str s, size_t at)
{
    uint64_t n = 0;

    for (size_t i = 0; i < 4; i++)
        n = n << 8 | (unsigned char)s.p[at + i];
    return n;
}

/* A PNG of the size that was said. */
static bool is_png(const struct drawn *d)
{
    const size_t head = sizeof(SIGNATURE) - 1;

    return d->png.n > head + 8 &&
           str_starts(d->png, (struct str){SIGNATURE, head}) &&
           u32_at(d->png, head) == d->width &&
           u32_at(d->png, head + 4) == d->height;
}

static enum err read_image(int fd, struct arena *a, struct str *out,
                           struct error *e)
{
    struct stat st;
    char *p;

    if (fstat(fd, &st) != 0 || st.st_size <= 0 ||
        (uint64_t)st.st_size > PAGE_IMAGE_MAX_BYTES)
        return damaged(e);
    p = arena_alloc(a, (size_t)st.st_size, e);
    if (!p)
        return e->code;
    *out = (struct str){p, (size_t)st.st_size};
    return read_at(fd, p, out->n, 0) == (ssize_t)out->n ? OK : damaged(e);
}

static enum err read_reply(struct str reply, int fd, struct arena *a,
                           struct drawn *out, struct error *e)
{
    struct json *j = NULL;

    if (json_parse(reply, &json_default_limits, a, &j, e))
        return damaged(e);
    *out = (struct drawn){.page = json_u64(json_find(j, "page"), UINT32_MAX),
                          .pages = json_u64(json_find(j, "pages"), UINT32_MAX),
                          .width = json_u64(json_find(j, "width"), MAX_SIDE),
                          .height = json_u64(json_find(j, "height"), MAX_SIDE),
                          .boxes = json_find(j, "boxes")};
    if (read_image(fd, a, &out->png, e))
        return e->code;
    return are_boxes(out) && is_png(out) ? OK : damaged(e);
}

/* ---- as JSON ---- */

static enum err write_drawn(const struct drawn *d, struct jsonw *w,
                            struct error *e)
{
    struct buf data;
    struct str text;
    enum err rc;

    buf_init(&data, 2 * PAGE_IMAGE_MAX_BYTES);
    base64_put(d->png, &data);
    rc = buf_finish(&data, &text, e);
    if (!rc) {
        jsonw_member_u64(w, "page", d->page);
        jsonw_member_u64(w, "pages", d->pages);
        jsonw_member_u64(w, "width", d->width);
        jsonw_member_u64(w, "height", d->height);
        jsonw_key(w, "boxes");
        json_write(d->boxes, w);
        jsonw_member_cstr(w, "mime_type", "image/png");
        jsonw_member_str(w, "data", text);
    }
    buf_release(&data);
    return rc;
}

static enum err draw(const struct document_parser *p, const struct files *f,
                     const struct page_image_request *r, struct jsonw *w,
                     struct error *e)
{
    struct drawn drawn = {0};
    struct buf request;
    struct str reply = {0}, text;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    buf_init(&request, REQUEST_BYTES);
    write_request(r, &request);
    rc = buf_finish(&request, &text, e);
    if (!rc)
        rc = run(p, text, f, &a, &reply, e);
    if (!rc)
        rc = read_reply(reply, f->to, &a, &drawn, e);
    if (!rc)
        rc = write_drawn(&drawn, w, e);
    buf_release(&request);
    arena_release(&a);
    return rc;
}

enum err page_image_write(const struct document_parser *p, int fd,
                          const struct page_image_request *r, struct jsonw *w,
                          struct error *e)
{
    struct files f = {fd, r->words, memfd_create("page", MFD_CLOEXEC)};
    enum err rc;

    if (f.to < 0)
        return error_set(e, ERR_FILE_WRITE_FAILED, "cannot hold an image");
    rc = draw(p, &f, r, w, e);
    fs_close(&f.to);
    return rc;
}
