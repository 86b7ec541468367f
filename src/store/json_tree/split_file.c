#include "store/json_tree/split_file.h"

#include "base/read_at.h"

#include <string.h>
#include <unistd.h>

#define NUMBERS      5
#define NUMBER_BYTES 8
#define HEAD_BYTES   (NUMBERS * NUMBER_BYTES)

#define TEXT_MAX_BYTES ((uint64_t)1 << 30)

static void put_number(uint64_t v, struct buf *out)
{
    char bytes[NUMBER_BYTES];

    for (int i = 0; i < NUMBER_BYTES; i++)
        bytes[i] = (char)(v >> (8 * i) & 0xff);
    buf_put(out, bytes, sizeof(bytes));
}

static uint64_t get_number(const char *p)
{
    uint64_t v = 0;

    for (int i = NUMBER_BYTES - 1; i >= 0; i--)
        v = v << 8 | (unsigned char)p[i];
    return v;
}

void split_file_put(const struct split_run *r, struct buf *out)
{
    struct str text = r->kind == SPLIT_VALUES ? r->text : r->key;

    put_number(r->container, out);
    put_number(r->kind, out);
    put_number(r->child, out);
    put_number(r->count, out);
    put_number(text.n, out);
    buf_put_str(out, text);
}

void split_file_init(struct split_file *f, int fd, uint64_t bytes)
{
    *f = (struct split_file){.fd = fd, .bytes = bytes};
}

static enum err bad(struct error *e)
{
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                     "the worker's runs are not valid");
}

static enum err take(struct split_file *f, char *out, size_t n, struct error *e)
{
    if (n > f->bytes - f->at)
        return bad(e);
    if (read_at(f->fd, out, n, f->at) != (ssize_t)n)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "cannot read what a worker wrote");
    f->at += n;
    return OK;
}

/* Containers are opened in order, each before its first run. */
static bool is_possible(const struct split_file *f, const struct split_run *r,
                        uint64_t kind)
{
    if (kind > SPLIT_OBJECT || r->container > f->containers || r->count == 0)
        return false;
    if (kind == SPLIT_VALUES)
        return r->child == 0;
    return r->count == 1 && r->child == f->containers + 1;
}

enum err split_file_next(struct split_file *f, struct arena *a,
                         struct split_run *r, bool *end, struct error *e)
{
    char head[HEAD_BYTES];
    uint64_t kind, n;
    char *text;
    enum err rc;

    *end = f->at == f->bytes;
    if (*end)
        return OK;
    rc = take(f, head, sizeof(head), e);
    if (rc)
        return rc;
    kind = get_number(head + NUMBER_BYTES);
    n = get_number(head + (size_t)4 * NUMBER_BYTES);
    *r = (struct split_run){
        .container = get_number(head),
        .kind = (enum split_kind)kind,
        .child = get_number(head + (size_t)2 * NUMBER_BYTES),
        .count = get_number(head + (size_t)3 * NUMBER_BYTES)};
    if (!is_possible(f, r, kind) || n > TEXT_MAX_BYTES || n > f->bytes - f->at)
        return bad(e);
    f->containers += kind != SPLIT_VALUES;
    text = arena_alloc(a, n + 1, e);
    if (!text)
        return e->code;
    *(kind == SPLIT_VALUES ? &r->text : &r->key) = (struct str){text, n};
    return take(f, text, n, e);
}
