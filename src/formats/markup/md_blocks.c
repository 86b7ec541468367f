/*
 * The lines of Markdown's blocks.
 *
 * What the tree says is believed as far as first lines go. A block then ends
 * before its next sibling, or with its parent, and never with a blank line. The
 * tree has footnotes last: they are sorted to where they are. What no block
 * covers then was taken away by the parser: definitions of links, and footnotes
 * that nothing refers to; it becomes blocks of its own.
 */
#include "formats/markup/markdown.h"

struct fix {
    struct build *b;
    struct section_block *of; /* in order of first lines */
    uint32_t n;
    uint32_t *next; /* sibling that begins after it, or NONE */
};

/* The tree's order is kept in `section`, which is free until the end. */
static int compare_blocks(const void *p, const void *q)
{
    const struct section_block *x = p;
    const struct section_block *y = q;

    if (x->range.first_line != y->range.first_line)
        return x->range.first_line < y->range.first_line ? -1 : 1;
    return x->section < y->section ? -1 : x->section > y->section;
}

/* In order of first lines, with parents as they are then numbered. */
static enum err sort(struct fix *f, struct error *e)
{
    uint32_t *place = arena_alloc_array(f->b->a, f->n, sizeof(*place), e);

    if (!place)
        return e->code;
    for (uint32_t i = 0; i < f->n; i++) {
        struct section_block *x = &f->of[i];

        x->section = i;
        if (x->range.first_line == 0)
            x->range.first_line = 1;
        if (x->parent != SECTIONS_NONE &&
            x->range.first_line < f->of[x->parent].range.first_line)
            x->range.first_line = f->of[x->parent].range.first_line;
    }
    qsort(f->of, f->n, sizeof(*f->of), compare_blocks);
    for (uint32_t i = 0; i < f->n; i++)
        place[f->of[i].section] = i;
    for (uint32_t i = 0; i < f->n; i++) {
        if (f->of[i].parent != SECTIONS_NONE)
            f->of[i].parent = place[f->of[i].parent];
    }
    return OK;
}

static bool holds_blocks(const struct section_block *x)
{
    return x->kind == SECTIONS_LIST || x->kind == SECTIONS_QUOTE ||
           x->kind == SECTIONS_FOOTNOTE;
}

/* Footnotes inside a list or a quote: the tree has them outside. */
static void adopt_footnotes(struct fix *f)
{
    uint32_t top = SECTIONS_NONE;

    for (uint32_t i = 0; i < f->n; i++) {
        struct section_block *x = &f->of[i];

        if (x->parent != SECTIONS_NONE)
            continue;
        if (x->kind == SECTIONS_FOOTNOTE && top != SECTIONS_NONE &&
            holds_blocks(&f->of[top]) &&
            f->of[top].range.last_line >= x->range.first_line)
            x->parent = top;
        else
            top = i;
    }
}

static enum err find_siblings(struct fix *f, struct error *e)
{
    uint32_t *last =
        arena_alloc_array(f->b->a, (size_t)f->n + 1, sizeof(*last), e);

    f->next = arena_alloc_array(f->b->a, (size_t)f->n + 1, sizeof(*f->next), e);
    if (!last || !f->next)
        return e->code;
    for (uint32_t i = 0; i <= f->n; i++)
        last[i] = SECTIONS_NONE;
    for (uint32_t i = f->n; i-- > 0;) {
        const struct section_block *x = &f->of[i];
        uint32_t parent = x->parent == SECTIONS_NONE ? f->n : x->parent;

        f->next[i] = last[parent];
        if (x->kind != SECTIONS_FOOTNOTE || x->parent == SECTIONS_NONE)
            last[parent] = i;
    }
    return OK;
}

/* The line of heading `i`, or the one after the text. */
static uint32_t heading_line(const struct build *b, uint32_t i)
{
    const struct section *s = b->sections.items;

    return i < b->sections.n ? s[i].heading.first_line : b->lines.n + 1;
}

/* Lines end before the sibling, the parent's end and the next heading. */
static void clip(struct fix *f)
{
    uint32_t heading = 1; /* the next one below */

    for (uint32_t i = 0; i < f->n; i++) {
        struct section_block *x = &f->of[i];
        struct sections_range *r = &x->range;
        uint32_t end = r->last_line;

        while (heading_line(f->b, heading) <= r->first_line)
            heading++;
        if (end >= heading_line(f->b, heading))
            end = heading_line(f->b, heading) - 1;
        if (x->parent != SECTIONS_NONE &&
            end > f->of[x->parent].range.last_line)
            end = f->of[x->parent].range.last_line;
        if (f->next[i] != SECTIONS_NONE &&
            end >= f->of[f->next[i]].range.first_line)
            end = f->of[f->next[i]].range.first_line - 1;
        while (end >= r->first_line && lines_is_blank(&f->b->lines, end))
            end--;
        r->last_line = end; /* before the first line: drop() it */
    }
}

/* Take out blocks without a line that says anything; what was in them goes to their parents. */
static enum err drop(struct fix *f, struct error *e)
{
    uint32_t *place =
        arena_alloc_array(f->b->a, (size_t)f->n + 1, sizeof(*place), e);
    uint32_t n = 0;

    if (!place)
        return e->code;
    for (uint32_t i = 0; i < f->n; i++) {
        struct section_block *x = &f->of[i];
        uint32_t parent =
            x->parent == SECTIONS_NONE ? SECTIONS_NONE : place[x->parent];

        if (x->range.last_line < x->range.first_line) {
            place[i] = parent;
            continue;
        }
        x->parent = parent;
        place[i] = n;
        f->of[n++] = *x;
    }
    f->n = n;
    return OK;
}

/* Collects the blocks again, with those that fill the gaps. */
struct filling {
    const struct fix *f;
    struct list blocks;
    uint32_t line;    /* all before it is covered */
    uint32_t heading; /* the next one */
};

/* Runs of lines that are not blank in [line, end). */
static enum err fill(struct filling *g, uint32_t end, struct error *e)
{
    struct build *b = g->f->b;

    while (g->line < end) {
        uint32_t first = g->line++;
        struct section_block *x;

        if (lines_is_blank(&b->lines, first))
            continue;
        while (g->line < end && !lines_is_blank(&b->lines, g->line))
            g->line++;
        x = list_push(&g->blocks, b->a, e);
        if (!x)
            return e->code;
        x->kind = SECTIONS_DEFINITION;
        x->parent = SECTIONS_NONE;
        x->range = build_lines(b, first, g->line - 1);
    }
    return OK;
}

/* Fill up to a line, passing the headings before it. */
static enum err fill_to(struct filling *g, uint32_t end, struct error *e)
{
    const struct build *b = g->f->b;
    const struct section *s = b->sections.items;
    enum err rc = OK;

    while (!rc && heading_line(b, g->heading) < end) {
        rc = fill(g, heading_line(b, g->heading), e);
        g->line = s[g->heading++].heading.last_line + 1;
    }
    return rc ? rc : fill(g, end, e);
}

static enum err fill_gaps(struct fix *f, struct error *e)
{
    struct filling g = {.f = f,
                        .blocks = f->b->blocks,
                        .line = f->b->front_lines + 1,
                        .heading = 1};
    uint32_t *place =
        arena_alloc_array(f->b->a, (size_t)f->n + 1, sizeof(*place), e);
    enum err rc = OK;

    if (!place)
        return e->code;
    g.blocks.items = NULL;
    g.blocks.n = g.blocks.room = 0;
    for (uint32_t i = 0; i < f->n && !rc; i++) {
        struct section_block block = f->of[i];
        struct section_block *x;

        if (block.parent == SECTIONS_NONE) {
            rc = fill_to(&g, block.range.first_line, e);
            g.line = block.range.last_line + 1;
        } else {
            block.parent = place[block.parent];
        }
        x = rc ? NULL : list_push(&g.blocks, f->b->a, e);
        if (!x)
            return e->code;
        place[i] = g.blocks.n - 1;
        *x = block;
        x->range =
            build_lines(f->b, block.range.first_line, block.range.last_line);
    }
    if (!rc)
        rc = fill_to(&g, f->b->lines.n + 1, e);
    f->b->blocks = g.blocks;
    return rc;
}

enum err md_blocks_fix(struct build *b, struct error *e)
{
    struct fix f = {.b = b, .of = b->blocks.items, .n = b->blocks.n};
    enum err rc = f.n ? sort(&f, e) : OK;

    if (!rc) {
        adopt_footnotes(&f);
        rc = find_siblings(&f, e);
    }
    if (!rc) {
        clip(&f);
        rc = drop(&f, e);
    }
    return rc ? rc : fill_gaps(&f, e);
}
