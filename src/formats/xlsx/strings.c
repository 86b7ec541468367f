#include "formats/xlsx/strings.h"

#include "formats/xlsx/rich.h"

#include <string.h>

#define BLOCK_BYTES ((size_t)256 << 10)

struct reading {
    struct strings *s;
    struct rich item;
    unsigned depth;
};

void strings_init(struct strings *s, size_t budget_bytes)
{
    *s = (struct strings){0};
    arena_init(&s->a, budget_bytes);
}

void strings_release(struct strings *s)
{
    arena_release(&s->a);
}

static enum err too_many(const struct strings *s, struct error *e)
{
    return error_set(e, ERR_LIMIT,
                     "the texts of the workbook need more than %zu MiB of "
                     "memory; save the sheet as CSV, which has no such limit",
                     s->a.budget_bytes >> 20);
}

/* Room for n bytes that stay. */
static char *take(struct strings *s, size_t n, struct error *e)
{
    char *p;

    if (n > s->block_left) {
        size_t size = n > BLOCK_BYTES ? n : BLOCK_BYTES;

        p = arena_alloc(&s->a, size, e);
        if (!p || n > BLOCK_BYTES)
            return p;
        s->block = p;
        s->block_left = size;
    }
    p = s->block;
    s->block += n;
    s->block_left -= n;
    return p;
}

enum err strings_add(struct strings *s, struct str text, struct error *e)
{
    size_t c = s->n / STRINGS_A_CHUNK;
    uint32_t length = (uint32_t)text.n;
    char *p;

    if (s->n == STRINGS_MAX)
        return too_many(s, e);
    if (!s->chunk[c])
        s->chunk[c] = arena_alloc(&s->a, STRINGS_A_CHUNK * sizeof(char *), e);
    if (!s->chunk[c])
        return too_many(s, e);
    p = take(s, sizeof(length) + text.n, e);
    if (!p)
        return too_many(s, e);
    memcpy(p, &length, sizeof(length));
    if (text.n)
        memcpy(p + sizeof(length), text.p, text.n);
    s->chunk[c][s->n++ % STRINGS_A_CHUNK] = p;
    return OK;
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct reading *r = ctx;

    (void)e;
    r->depth++;
    if (r->depth == 2)
        rich_begin(&r->item);
    else if (r->depth > 2)
        rich_start(&r->item, el);
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct reading *r = ctx;
    struct str text;

    if (r->depth-- > 2) {
        rich_end(&r->item);
        return OK;
    }
    if (r->depth != 1)
        return OK;
    if (rich_finish(&r->item, &text, e) != OK)
        return e->code;
    return strings_add(r->s, text, e);
}

static enum err on_text(void *ctx, struct str text, struct error *e)
{
    struct reading *r = ctx;

    (void)e;
    rich_text(&r->item, text);
    return OK;
}

enum err strings_read(struct strings *s, struct unzip *u, struct str part,
                      const struct part_tick *tick, struct error *e)
{
    struct reading r = {.s = s};
    struct xml_handler h = {
        .start = on_start, .end = on_end, .text = on_text, .ctx = &r};
    enum err rc;

    rich_init(&r.item);
    rc = part_read(u, part, &h, tick, e);
    rich_release(&r.item);
    return rc;
}

struct str strings_get(const struct strings *s, size_t i)
{
    const char *p = s->chunk[i / STRINGS_A_CHUNK][i % STRINGS_A_CHUNK];
    uint32_t n;

    memcpy(&n, p, sizeof(n));
    return (struct str){p + sizeof(n), n};
}
