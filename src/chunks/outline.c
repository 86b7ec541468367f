#include "chunks/outline.h"

struct reader {
    struct str text;
    uint64_t base;
    bool bad; /* something does not fit */
};

static uint64_t number(struct reader *r, const struct json *j, uint64_t max)
{
    struct error ignored;
    uint64_t n = 0;

    if (!j || json_read_u64(j, "number", max, &n, &ignored))
        r->bad = true;
    return n;
}

/* Number `i` of an array, or NULL. */
static const struct json *item(const struct json *list, size_t i)
{
    const struct json *j = list ? list->first : NULL;

    while (j && i-- > 0)
        j = j->next;
    return j;
}

static struct outline_range read_range(struct reader *r, const struct json *j)
{
    uint64_t end = r->base + r->text.n;
    struct outline_range out = {.first_line = number(r, item(j, 0), UINT32_MAX),
                                .last_line = number(r, item(j, 1), UINT32_MAX),
                                .begin = number(r, item(j, 2), end),
                                .end = number(r, item(j, 3), end)};

    if (out.begin < r->base || out.end < out.begin ||
        out.last_line < out.first_line)
        r->bad = true;
    out.begin -= r->bad ? 0 : r->base;
    out.end -= r->bad ? 0 : r->base;
    return out;
}

static enum outline_kind kind_of(const struct json *block)
{
    const struct json *kind = json_find(block, "kind");

    if (json_is(kind, "code"))
        return OUTLINE_CODE;
    return json_is(kind, "table") ? OUTLINE_TABLE : OUTLINE_TEXT;
}

/* Blocks in others are passed over; of each section it is noted which are its
 * own. They come in the order of the sections. */
static void read_blocks(struct reader *r, const struct json *list,
                        struct outline_section *sections, size_t n_sections,
                        struct outline_block *out, size_t *n)
{
    size_t before = 0; /* where the last block ended */
    size_t section = 0;

    for (const struct json *j = list ? list->first : NULL; j && !r->bad;
         j = j->next) {
        const struct json *parent = json_find(j, "parent");
        struct outline_block b = {.kind = kind_of(j)};

        if (parent && parent->type != JSON_NULL)
            continue;
        b.range = read_range(r, json_find(j, "range"));
        if (r->bad || b.range.begin < before) {
            r->bad = true;
            return;
        }
        before = b.range.end;
        while (section < n_sections &&
               b.range.begin >= sections[section].range.end)
            sections[section++].end_block = *n;
        if (section < n_sections && sections[section].first_block == SIZE_MAX)
            sections[section].first_block = *n;
        out[(*n)++] = b;
    }
    while (section < n_sections)
        sections[section++].end_block = *n;
}

static void read_sections(struct reader *r, const struct json *list,
                          struct outline_section *out)
{
    size_t before = 0;
    size_t i = 0;

    for (const struct json *j = list->first; j && !r->bad; j = j->next, i++) {
        const struct json *parent = json_find(j, "parent");
        const struct json *page = json_find(j, "page");
        struct outline_section *s = &out[i];

        s->level = (unsigned)number(r, json_find(j, "level"), 6);
        s->parent = SIZE_MAX;
        if (parent && parent->type != JSON_NULL)
            s->parent = number(r, parent, i ? i - 1 : 0);
        s->title = json_text(json_find(j, "title"));
        s->id = json_text(json_find(j, "id"));
        s->page = page ? number(r, page, UINT32_MAX) : 0;
        s->range = read_range(r, json_find(j, "range"));
        s->first_block = SIZE_MAX;
        r->bad |= s->range.begin < before || (s->parent != SIZE_MAX && i == 0);
        before = s->range.end;
    }
}

enum err outline_read(const struct json *sections, struct str text,
                      uint64_t base, struct arena *a, struct outline *out,
                      struct error *e)
{
    struct reader r = {.text = text, .base = base};
    const struct json *list = json_find(sections, "sections");
    const struct json *blocks = json_find(sections, "blocks");
    struct outline_section *s;
    struct outline_block *b;

    *out = (struct outline){
        .text = text,
        .title = json_text(json_find(sections, "title")),
        .chapter = json_text(json_find(sections, "chapter")),
        .language = json_text(json_find(sections, "language"))};
    if (!list || list->type != JSON_ARRAY || !blocks ||
        blocks->type != JSON_ARRAY)
        r.bad = true;
    s = arena_alloc_array(a, r.bad ? 0 : list->count, sizeof(*s), e);
    b = s ? arena_alloc_array(a, r.bad ? 0 : blocks->count, sizeof(*b), e)
          : NULL;
    if (!b)
        return e->code;
    out->sections = s;
    out->blocks = b;
    if (!r.bad) {
        out->n_sections = list->count;
        read_sections(&r, list, s);
        read_blocks(&r, blocks, s, list->count, b, &out->n_blocks);
    }
    for (size_t i = 0; i < out->n_sections; i++) {
        if (s[i].first_block == SIZE_MAX)
            s[i].first_block = s[i].end_block;
    }
    return r.bad ? error_set(e, ERR_FILE_READ_FAILED,
                             "the sections of a document are damaged")
                 : OK;
}
