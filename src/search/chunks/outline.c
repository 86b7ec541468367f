#include "search/chunks/outline.h"

#include "search/chunks/outline_clean.h"

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

/* Blocks as they are read: `end` is of the last one that is in no other. */
struct block_list {
    struct outline_block *block;
    size_t n;
    size_t end;
};

static bool is_blank(const struct reader *r, size_t begin, size_t end)
{
    return str_trim(str_slice(r->text, begin, end)).n == 0;
}

/* Code or a table inside the last block: cut that around it. */
static void split_last(const struct reader *r, struct block_list *l,
                       const struct outline_block *inner)
{
    struct outline_block *last = l->n ? &l->block[l->n - 1] : NULL;
    struct outline_block rest;

    if (!last || last->kind != OUTLINE_TEXT || inner->kind == OUTLINE_TEXT ||
        inner->range.begin < last->range.begin ||
        inner->range.end > last->range.end)
        return; /* in a block that is not cut itself */
    rest = *last;
    rest.goes_on = true;
    rest.range.first_line = inner->range.last_line + 1;
    rest.range.begin = inner->range.end;
    if (is_blank(r, last->range.begin, inner->range.begin)) {
        last->kind = inner->kind;
        last->range = inner->range;
    } else {
        last->range.end = inner->range.begin;
        last->range.last_line = inner->range.first_line;
        l->block[l->n++] =
            (struct outline_block){inner->kind, true, inner->range};
    }
    if (!is_blank(r, rest.range.begin, rest.range.end))
        l->block[l->n++] = rest;
}

/* Of each section it is noted which blocks are its own. They come in the order
 * of the sections, and each before those inside it. */
static void read_blocks(struct reader *r, const struct json *list,
                        struct outline_section *sections, size_t n_sections,
                        struct block_list *l)
{
    size_t section = 0;

    for (const struct json *j = list ? list->first : NULL; j && !r->bad;
         j = j->next) {
        const struct json *parent = json_find(j, "parent");
        struct outline_block b = {.kind = kind_of(j)};

        b.range = read_range(r, json_find(j, "range"));
        if (!r->bad && parent && parent->type != JSON_NULL) {
            split_last(r, l, &b);
            continue;
        }
        if (r->bad || b.range.begin < l->end) {
            r->bad = true;
            return;
        }
        l->end = b.range.end;
        while (section < n_sections &&
               b.range.begin >= sections[section].range.end)
            sections[section++].end_block = l->n;
        if (section < n_sections && sections[section].first_block == SIZE_MAX)
            sections[section].first_block = l->n;
        l->block[l->n++] = b;
    }
    while (section < n_sections)
        sections[section++].end_block = l->n;
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
        s->is_id_written = json_is_true(json_find(j, "id_explicit"));
        s->page = page ? number(r, page, UINT32_MAX) : 0;
        s->range = read_range(r, json_find(j, "range"));
        s->source_begin = s->range.begin;
        s->first_block = SIZE_MAX;
        r->bad |= s->range.begin < before || (s->parent != SIZE_MAX && i == 0);
        before = s->range.end;
    }
}

static enum err read_pages(struct reader *r, const struct json *list,
                           struct arena *a, struct outline *out,
                           struct error *e)
{
    const size_t n = list && list->type == JSON_ARRAY ? list->count : 0;
    struct outline_page *page = arena_alloc_array(a, n, sizeof(*page), e);
    size_t before = 0;

    if (!page)
        return e->code;
    out->pages = page;
    for (const struct json *j = n ? list->first : NULL; j && !r->bad;
         j = j->next) {
        page->begin = number(r, json_find(j, "begin"), r->text.n);
        page->first_line = number(r, json_find(j, "line"), UINT32_MAX);
        page->label = json_text(json_find(j, "label"));
        page->ocr = json_double(json_find(j, "ocr"));
        r->bad |= page->begin < before || page->first_line == 0;
        before = page->begin;
        page++;
    }
    out->n_pages = n;
    return OK;
}

size_t outline_page_at(const struct outline *o, size_t at)
{
    size_t low = 0;
    size_t n = o->n_pages;

    while (low < n) {
        const size_t middle = low + (n - low) / 2;

        if (o->pages[middle].begin <= at)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

enum err outline_read(const struct json *sections, struct str text,
                      uint64_t base, struct arena *a, struct outline *out,
                      struct error *e)
{
    struct reader r = {.text = text, .base = base};
    const struct json *list = json_find(sections, "sections");
    const struct json *blocks = json_find(sections, "blocks");
    const struct json *clean = json_find(sections, "clean");
    struct block_list found = {0};
    struct outline_section *s;
    struct outline_block *b;

    *out = (struct outline){
        .text = text,
        .source = text,
        .title = json_text(json_find(sections, "title")),
        .chapter = json_text(json_find(sections, "chapter")),
        .language = json_text(json_find(sections, "language"))};
    if (!list || list->type != JSON_ARRAY || !blocks ||
        blocks->type != JSON_ARRAY)
        r.bad = true;
    s = arena_alloc_array(a, r.bad ? 0 : list->count, sizeof(*s), e);
    b = s ? arena_alloc_array(a, r.bad ? 0 : 2 * blocks->count, sizeof(*b), e)
          : NULL; /* code in a list makes two more of what is one block less */
    if (!b)
        return e->code;
    found.block = b;
    out->sections = s;
    out->blocks = b;
    if (!r.bad) {
        out->n_sections = list->count;
        read_sections(&r, list, s);
        read_blocks(&r, blocks, s, list->count, &found);
        out->n_blocks = found.n;
    }
    if (read_pages(&r, json_find(sections, "pages"), a, out, e))
        return e->code;
    for (size_t i = 0; i < out->n_sections; i++) {
        if (s[i].first_block == SIZE_MAX)
            s[i].first_block = s[i].end_block;
    }
    if (r.bad)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the sections of a document are damaged");
    return clean ? outline_read_clean(clean, s, a, out, e) : OK;
}
