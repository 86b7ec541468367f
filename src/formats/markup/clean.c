#include "formats/markup/clean.h"

#include <string.h>

/* A heading in the source and in the clean text. */
struct clean_head {
    size_t source, at;
};

void clean_init(struct clean *c, struct str source, struct arena *a,
                struct error *e)
{
    *c = (struct clean){.a = a,
                        .e = e,
                        .source_text = source,
                        .spans = {.item_bytes = sizeof(struct clean_span),
                                  .max = UINT32_MAX,
                                  .what = "pieces of text"},
                        .blocks = {.item_bytes = sizeof(struct clean_block),
                                   .max = SECTIONS_MAX_BLOCKS,
                                   .what = "blocks in a document"},
                        .headings = {.item_bytes = sizeof(struct clean_head),
                                     .max = SECTIONS_MAX_SECTIONS,
                                     .what = "headings in a document"},
                        .around = CLEAN_NOWHERE};
    buf_init(&c->text, SECTIONS_MAX_BYTES * 4);
}

void clean_release(struct clean *c)
{
    buf_release(&c->text);
}

/* Room for one more; NULL: it has failed, now or before. */
static void *push(struct clean *c, struct list *l)
{
    void *item = c->failed ? NULL : list_push(l, c->a, c->e);

    c->failed = !item;
    return item;
}

static bool has_line_end(struct str s)
{
    return s.n && (memchr(s.p, '\n', s.n) || memchr(s.p, '\r', s.n));
}

void clean_put(struct clean *c, struct str s, size_t source, size_t source_n)
{
    struct clean_span *last = c->spans.items;
    size_t at = c->text.n;
    struct str gap;

    buf_put_str(&c->text, s);
    if (s.n == 0 || source < c->source || source > c->source_text.n ||
        source_n > c->source_text.n - source)
        return; /* what the parser moved has no place of its own */
    gap = str_slice(c->source_text, c->source, source);
    c->source = source + source_n;
    if (c->spans.n && !has_line_end(gap)) {
        last += c->spans.n - 1;
        last->n = at + s.n - last->at;
        last->source_n = c->source - last->source;
        return;
    }
    last = push(c, &c->spans);
    if (last)
        *last = (struct clean_span){at, s.n, source, source_n};
}

void clean_say(struct clean *c, const char *text)
{
    buf_puts(&c->text, text);
}

void clean_heading(struct clean *c, size_t source)
{
    struct clean_head *h = push(c, &c->headings);

    if (h)
        *h = (struct clean_head){source, c->text.n};
    c->around = CLEAN_NOWHERE;
}

void clean_block(struct clean *c, enum clean_kind kind, size_t around)
{
    struct clean_block *last = c->blocks.items;
    bool goes_on = around != CLEAN_NOWHERE && around == c->around;

    c->around = around;
    if (goes_on && kind == CLEAN_TEXT &&
        last[c->blocks.n - 1].kind == CLEAN_TEXT)
        return;
    last = push(c, &c->blocks);
    if (last)
        *last = (struct clean_block){kind, goes_on, c->text.n};
}

/* Each section begins at its heading, or where the next one does that has one
 * in the clean text. */
static void place_sections(const struct clean *c, const struct sections *s,
                           size_t *at)
{
    const struct clean_head *h = c->headings.items;
    size_t least = 0;
    uint32_t k = 0;

    for (uint32_t i = 0; i < s->n_sections; i++) {
        size_t source = s->sections[i].heading.begin - s->base;

        if (s->sections[i].level > 0) {
            while (k < c->headings.n && h[k].source < source)
                k++;
            if (k == c->headings.n)
                least = c->text.n;
            else if (h[k].at > least)
                least = h[k].at;
        }
        at[i] = least;
    }
}

enum err clean_finish(struct clean *c, const struct sections *sections,
                      struct clean_text *out)
{
    size_t *at =
        arena_alloc_array(c->a, sections->n_sections, sizeof(*at), c->e);

    if (c->failed || !at)
        return c->e->code;
    if (str_eq(buf_str(&c->text), c->source_text))
        return OK;
    place_sections(c, sections, at);
    *out = (struct clean_text){.differs = true,
                               .spans = c->spans.items,
                               .n_spans = c->spans.n,
                               .blocks = c->blocks.items,
                               .n_blocks = c->blocks.n,
                               .sections = at};
    return buf_dup(&c->text, c->a, &out->text, c->e);
}
