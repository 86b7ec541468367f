#include "formats/markup/html.h"

static struct section *section_at(const struct build *b, uint32_t i)
{
    return (struct section *)b->sections.items + i;
}

static int compare_sections(const void *p, const void *q)
{
    size_t x = ((const struct section *)p)->heading.begin;
    size_t y = ((const struct section *)q)->heading.begin;

    return (x > y) - (x < y);
}

/* Headings in order, none inside another. */
static void fix_sections(struct build *b)
{
    struct section_anchor *anchors = b->anchors.items;
    bool sorted = true;
    uint32_t n = 1;

    for (uint32_t i = 2; i < b->sections.n; i++)
        sorted &= section_at(b, i - 1)->heading.end <=
                  section_at(b, i)->heading.begin;
    if (sorted)
        return;
    for (uint32_t i = 0; i < b->anchors.n; i++)
        anchors[i].section = SECTIONS_NONE;
    qsort(section_at(b, 1), b->sections.n - 1, sizeof(struct section),
          compare_sections);
    for (uint32_t i = 1; i < b->sections.n; i++) {
        const struct section s = *section_at(b, i);
        struct sections_range *last = &section_at(b, n - 1)->heading;

        if (n > 1 && s.heading.begin == last->begin)
            continue;
        if (n > 1 && last->end > s.heading.begin)
            *last = build_bytes(b, last->begin, s.heading.begin);
        *section_at(b, n++) = s;
    }
    b->sections.n = n;
}

/* The tree's order is kept in `section`, which is free until the end. */
static int compare_blocks(const void *p, const void *q)
{
    const struct section_block *x = p;
    const struct section_block *y = q;

    if (x->range.begin != y->range.begin)
        return x->range.begin < y->range.begin ? -1 : 1;
    if (x->range.end != y->range.end)
        return x->range.end > y->range.end ? -1 : 1;
    return x->section < y->section ? -1 : x->section > y->section;
}

static bool holds_blocks(const struct section_block *x)
{
    return x->kind == SECTIONS_LIST || x->kind == SECTIONS_ITEM ||
           x->kind == SECTIONS_QUOTE;
}

/* After what the block may cover: the next heading, the block it is in. */
static size_t end_of(const struct build *b, uint32_t heading,
                     const struct section_block *block,
                     const struct section_block *in)
{
    size_t end = block->range.end;

    if (heading < b->sections.n && section_at(b, heading)->heading.begin < end)
        end = section_at(b, heading)->heading.begin;
    return in && in->range.end < end ? in->range.end : end;
}

enum err html_blocks_fix(struct build *b, struct error *e)
{
    struct section_block *of = b->blocks.items;
    uint32_t *open =
        arena_alloc_array(b->a, (size_t)b->blocks.n + 1, sizeof(*open), e);
    uint32_t depth = 0;
    uint32_t heading = 1;
    uint32_t n = 0;

    if (!open)
        return e->code;
    fix_sections(b);
    for (uint32_t i = 0; i < b->blocks.n; i++)
        of[i].section = i;
    if (b->blocks.n)
        qsort(of, b->blocks.n, sizeof(*of), compare_blocks);
    for (uint32_t i = 0; i < b->blocks.n; i++) {
        struct section_block block = of[i];
        size_t end;

        while (heading < b->sections.n &&
               section_at(b, heading)->heading.begin <= block.range.begin)
            heading++;
        while (depth && of[open[depth - 1]].range.end <= block.range.begin)
            depth--;
        if (depth && !holds_blocks(&of[open[depth - 1]])) {
            struct sections_range *r = &of[open[--depth]].range;

            if (r->begin == block.range.begin)
                continue; /* two leaves in one place: the first is enough */
            *r = build_bytes(b, r->begin, block.range.begin);
        }
        end = end_of(b, heading, &block, depth ? &of[open[depth - 1]] : NULL);
        if (end <= block.range.begin)
            continue;
        block.parent = depth ? open[depth - 1] : SECTIONS_NONE;
        block.range = build_bytes(b, block.range.begin, end);
        of[n] = block;
        open[depth++] = n++;
    }
    b->blocks.n = n;
    return OK;
}
