#include "formats/markup/build.h"

#include "base/utf8.h"
#include "formats/markup/front.h"
#include "formats/markup/slug.h"

enum err build_init(struct build *b, const struct lines *lines, struct arena *a,
                    struct error *e)
{
    *b = (struct build){.a = a,
                        .lines = *lines,
                        .sections = {.item_bytes = sizeof(struct section),
                                     .max = SECTIONS_MAX_SECTIONS,
                                     .what = "headings in a document"},
                        .blocks = {.item_bytes = sizeof(struct section_block),
                                   .max = SECTIONS_MAX_BLOCKS,
                                   .what = "blocks in a document"},
                        .links = {.item_bytes = sizeof(struct section_link),
                                  .max = SECTIONS_MAX_LINKS,
                                  .what = "links in a document"},
                        .anchors = {.item_bytes = sizeof(struct section_anchor),
                                    .max = SECTIONS_MAX_LINKS,
                                    .what = "anchors in a document"}};
    return list_push(&b->sections, a, e) ? OK : e->code;
}

static struct section *section_at(const struct build *b, uint32_t i)
{
    return (struct section *)b->sections.items + i;
}

struct section_block *build_block_at(const struct build *b, uint32_t i)
{
    return (struct section_block *)b->blocks.items + i;
}

struct str build_title(struct str title)
{
    title = str_trim(title);
    if (title.n > SECTIONS_TITLE_BYTES) {
        title.n = SECTIONS_TITLE_BYTES;
        title.n = utf8_valid_prefix(title);
    }
    return title;
}

enum err build_section(struct build *b, unsigned level, struct str title,
                       struct str id, const struct sections_range *heading,
                       struct error *e)
{
    struct section *s = list_push(&b->sections, b->a, e);

    if (!s)
        return e->code;
    *s = (struct section){.level = level,
                          .title = build_title(title),
                          .id = id,
                          .id_explicit = id.n > 0,
                          .heading = *heading,
                          .range = *heading};
    return OK;
}

struct section_block *build_block(struct build *b,
                                  enum sections_block_kind kind,
                                  uint32_t parent, struct error *e)
{
    struct section_block *block = list_push(&b->blocks, b->a, e);

    if (block) {
        block->kind = kind;
        block->parent = parent;
    }
    return block;
}

struct section_link *build_link(struct build *b, struct error *e)
{
    return list_push(&b->links, b->a, e);
}

enum err build_anchor(struct build *b, struct str id, uint32_t line,
                      uint32_t section, struct error *e)
{
    struct section_anchor *anchor;

    if (id.n == 0 || id.n > SECTIONS_TITLE_BYTES)
        return OK;
    anchor = list_push(&b->anchors, b->a, e);
    if (!anchor)
        return e->code;
    *anchor =
        (struct section_anchor){.id = id, .line = line, .section = section};
    return OK;
}

struct sections_range build_lines(const struct build *b, uint32_t first,
                                  uint32_t last)
{
    struct str end = lines_get(&b->lines, last);

    return (struct sections_range){.first_line = first,
                                   .last_line = last,
                                   .begin = b->lines.begin[first - 1],
                                   .end = (size_t)(end.p - b->lines.text.p) +
                                          end.n};
}

struct sections_range build_bytes(const struct build *b, size_t begin,
                                  size_t end)
{
    return (struct sections_range){.first_line = lines_at(&b->lines, begin),
                                   .last_line = lines_at(&b->lines, end - 1),
                                   .begin = begin,
                                   .end = end};
}

/* The section that the text begins with is only there to be one. */
static bool is_preamble_blank(const struct build *b)
{
    struct str before = b->lines.text;

    if (b->sections.n > 1)
        before.n = section_at(b, 1)->range.begin;
    return str_trim(before).n == 0;
}

/* Each section ends where the next begins. */
static void tile(struct build *b, struct section *s, uint32_t n)
{
    size_t end = b->lines.text.n;

    s[0].range.begin = 0;
    for (uint32_t i = n; i-- > 0;) {
        s[i].range = build_bytes(b, s[i].range.begin, end);
        end = s[i].range.begin;
    }
}

/* Headings inside each other: who encloses whom, and until where. */
static void nest(struct section *s, uint32_t n)
{
    uint32_t open[7] = {0}; /* by level: the last section, if `is` */
    bool is[7] = {false};

    for (uint32_t i = 0; i < n; i++) {
        unsigned level = s[i].level;

        s[i].parent = SECTIONS_NONE;
        s[i].end_section = i + 1;
        for (unsigned l = 1; l < level; l++) {
            if (is[l])
                s[i].parent = open[l];
        }
        for (unsigned l = level; l < 7; l++)
            is[l] = false;
        open[level] = i;
        is[level] = level > 0;
    }
    for (uint32_t i = n; i-- > 0;) {
        if (s[i].parent != SECTIONS_NONE &&
            s[s[i].parent].end_section < s[i].end_section)
            s[s[i].parent].end_section = s[i].end_section;
    }
}

/* The section that a byte is in. */
static uint32_t section_of(const struct section *s, uint32_t n, size_t at)
{
    uint32_t low = 0;

    while (low + 1 < n) {
        uint32_t middle = low + (n - low) / 2;

        if (s[middle].range.begin <= at)
            low = middle;
        else
            n = middle;
    }
    return low;
}

static void place_blocks(struct build *b, struct section *s, uint32_t n)
{
    for (uint32_t i = 0; i < b->blocks.n; i++) {
        struct section_block *block = build_block_at(b, i);
        uint32_t at = section_of(s, n, block->range.begin);

        block->section = at;
        if (s[at].end_block == 0)
            s[at].first_block = i;
        s[at].end_block = i + 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (s[i].end_block == 0)
            s[i].first_block = s[i].end_block = i ? s[i - 1].end_block : 0;
    }
}

static int compare_links(const void *p, const void *q)
{
    const struct section_link *x = p;
    const struct section_link *y = q;

    if (x->range.begin != y->range.begin)
        return x->range.begin < y->range.begin ? -1 : 1;
    if (x->range.end != y->range.end)
        return x->range.end > y->range.end ? -1 : 1;
    return str_cmp(x->target, y->target);
}

static void place_links(struct build *b, const struct section *s, uint32_t n)
{
    struct section_link *links = b->links.items;
    struct section_anchor *anchors = b->anchors.items;

    if (b->links.n)
        qsort(links, b->links.n, sizeof(*links), compare_links);
    for (uint32_t i = 0; i < b->links.n; i++)
        links[i].section = section_of(s, n, links[i].range.begin);
    for (uint32_t i = 0; i < b->anchors.n; i++) {
        size_t begin = b->lines.begin[anchors[i].line - 1];

        if (anchors[i].section == SECTIONS_NONE)
            anchors[i].section = section_of(s, n, begin);
    }
}

/* Ids in the order of the headings, after all that the document gives. */
static enum err give_ids(struct build *b, enum sections_id_style style,
                         struct section *s, uint32_t n, struct error *e)
{
    struct slugs slugs;
    enum err rc = OK;

    slugs_init(&slugs, style, b->a);
    for (uint32_t i = 0; i < n && !rc; i++)
        rc = slugs_take(&slugs, s[i].id, e);
    for (uint32_t i = 0; i < b->blocks.n && !rc; i++)
        rc = slugs_take(&slugs, build_block_at(b, i)->id, e);
    for (uint32_t i = 0; i < n && !rc; i++) {
        if (s[i].level && s[i].id.n == 0)
            rc = slugs_make(&slugs, s[i].title, &s[i].id, e);
        for (uint32_t k = s[i].first_block; k < s[i].end_block && !rc; k++) {
            struct section_block *block = build_block_at(b, k);

            if (block->kind == SECTIONS_INNER_HEADING && block->id.n == 0)
                rc = slugs_make(&slugs, block->text, &block->id, e);
        }
    }
    return rc;
}

static void shift(struct sections_range *r, size_t base)
{
    r->begin += base;
    r->end += base;
}

static void shift_all(struct build *b, struct section *s, uint32_t n,
                      size_t base)
{
    struct section_link *links = b->links.items;

    for (uint32_t i = 0; i < n; i++) {
        shift(&s[i].range, base);
        if (s[i].level)
            shift(&s[i].heading, base);
    }
    for (uint32_t i = 0; i < b->blocks.n; i++)
        shift(&build_block_at(b, i)->range, base);
    for (uint32_t i = 0; i < b->links.n; i++)
        shift(&links[i].range, base);
}

/* Title and chapter: what the document calls itself, its first heading 1. */
static void name(const struct build *b, const struct section *s,
                 struct sections *out)
{
    struct str first = {0};

    for (uint32_t i = 0; i < out->n_sections && first.n == 0; i++) {
        if (s[i].level == 1)
            first = s[i].title;
    }
    out->title = build_title(front_text(b->fields, b->n_fields, "title"));
    if (out->title.n == 0)
        out->title = b->title.n ? build_title(b->title) : first;
    out->chapter = first.n ? first : out->title;
    out->language = str_trim(b->language);
    if (out->language.n == 0)
        out->language = front_text(b->fields, b->n_fields, "lang");
    if (out->language.n == 0)
        out->language = front_text(b->fields, b->n_fields, "language");
}

enum err build_finish(struct build *b, enum sections_id_style style,
                      size_t base, struct sections *out, struct error *e)
{
    uint32_t skip = is_preamble_blank(b);
    struct section *s = section_at(b, skip);
    struct section_anchor *anchors = b->anchors.items;
    uint32_t n = b->sections.n - skip;
    enum err rc;

    for (uint32_t i = 0; i < b->anchors.n && skip; i++) {
        if (anchors[i].section != SECTIONS_NONE && anchors[i].section > 0)
            anchors[i].section--;
    }
    if (n) {
        tile(b, s, n);
        nest(s, n);
        place_blocks(b, s, n);
        place_links(b, s, n);
    }
    rc = give_ids(b, style, s, n, e);
    out->fields = b->fields;
    out->n_fields = b->n_fields;
    out->sections = s;
    out->n_sections = n;
    out->blocks = b->blocks.items;
    out->n_blocks = b->blocks.n;
    out->links = b->links.items;
    out->n_links = b->links.n;
    out->anchors = b->anchors.items;
    out->n_anchors = b->anchors.n;
    out->lines = b->lines.n;
    if (b->front_lines) {
        out->front = build_lines(b, 1, b->front_lines);
        shift(&out->front, base);
    }
    name(b, s, out);
    shift_all(b, s, n, base);
    return rc;
}
