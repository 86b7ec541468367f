/*
 * invariants.h - what sections.h promises of any document, checked; for the
 * unit tests and the fuzz target.
 */
#ifndef FORMATS_MARKUP_INVARIANTS_H
#define FORMATS_MARKUP_INVARIANTS_H

#include "clean_invariants.h"
#include "table_invariants.h"

#include "base/utf8.h"
#include "formats/markup/lines.h"
#include "formats/markup/sections.h"

static inline const char *broken_range(const struct sections *s,
                                       const struct lines *l,
                                       const struct sections_range *r)
{
    size_t from = r->begin - s->base;
    size_t to = r->end - s->base;

    BREAKS(r->begin < s->base || r->end <= r->begin || to > s->text.n);
    BREAKS(r->first_line < 1 || r->last_line < r->first_line);
    BREAKS(r->last_line > l->n);
    BREAKS(lines_at(l, from) != r->first_line);
    BREAKS(lines_at(l, to - 1) != r->last_line);
    return NULL;
}

/* Of Markdown and text: whole lines without the last end. */
static inline const char *broken_lines(const struct sections *s,
                                       const struct lines *l,
                                       const struct sections_range *r)
{
    struct str last = lines_get(l, r->last_line);

    BREAKS(r->begin - s->base != l->begin[r->first_line - 1]);
    BREAKS(r->end - s->base != (size_t)(last.p - l->text.p) + last.n);
    return NULL;
}

static inline const char *broken_section(const struct sections *s,
                                         const struct lines *l, uint32_t i)
{
    const struct section *x = &s->sections[i];
    const char *broken = broken_range(s, l, &x->range);

    BREAKS((x->level == 0) != (x->heading.end == 0));
    BREAKS((x->level == 0 && i > 0) || x->level > 6);
    BREAKS(x->title.n > SECTIONS_TITLE_BYTES);
    BREAKS(utf8_valid_prefix(x->title) != x->title.n);
    BREAKS(utf8_valid_prefix(x->id) != x->id.n);
    BREAKS(x->end_section <= i || x->end_section > s->n_sections);
    if (x->level == 0 || broken)
        return broken;
    BREAKS(x->heading.begin < x->range.begin);
    BREAKS(x->heading.end > x->range.end);
    return broken_range(s, l, &x->heading);
}

static inline const char *broken_nesting(const struct sections *s, uint32_t i)
{
    const struct section *x = &s->sections[i];
    const struct section *up;

    if (x->parent == SECTIONS_NONE)
        return NULL;
    BREAKS(x->parent >= i);
    up = &s->sections[x->parent];
    BREAKS(up->level == 0 || up->level >= x->level);
    BREAKS(up->end_section < x->end_section);
    return NULL;
}

static inline const char *broken_tiles(const struct sections *s,
                                       const struct lines *l)
{
    size_t at = s->base;
    uint32_t block = 0;
    const char *broken = NULL;

    for (uint32_t i = 0; i < s->n_sections && !broken; i++) {
        const struct section *x = &s->sections[i];

        BREAKS(x->range.begin != at);
        BREAKS(x->first_block != block || x->end_block < x->first_block);
        broken = broken_section(s, l, i);
        if (!broken)
            broken = broken_nesting(s, i);
        at = x->range.end;
        block = x->end_block;
    }
    if (broken || s->n_sections == 0)
        return broken;
    BREAKS(at != s->base + s->text.n);
    BREAKS(block != s->n_blocks);
    return NULL;
}

static inline const char *broken_block(const struct sections *s,
                                       const struct lines *l, uint32_t i)
{
    const struct section_block *x = &s->blocks[i];
    const struct section *in = &s->sections[x->section];
    const char *broken = broken_range(s, l, &x->range);

    BREAKS(i && x->range.begin < s->blocks[i - 1].range.begin);
    BREAKS(x->range.begin < in->range.begin || x->range.end > in->range.end);
    if (x->parent != SECTIONS_NONE) {
        const struct sections_range *up;

        BREAKS(x->parent >= i);
        up = &s->blocks[x->parent].range;
        BREAKS(x->range.begin < up->begin || x->range.end > up->end);
    }
    if (!broken && s->format != SECTIONS_HTML)
        broken = broken_lines(s, l, &x->range);
    return broken;
}

/* The next line that is not blank and not covered, or a block that overlaps. */
static inline const char *broken_cover(const struct sections *s,
                                       const struct lines *l)
{
    uint32_t line = s->front.last_line + 1;
    uint32_t heading = 0;

    for (uint32_t i = 0; i <= s->n_blocks; i++) {
        uint32_t to =
            i < s->n_blocks ? s->blocks[i].range.first_line : l->n + 1;

        if (i < s->n_blocks && s->blocks[i].parent != SECTIONS_NONE)
            continue;
        while (heading < s->n_sections &&
               (s->sections[heading].level == 0 ||
                s->sections[heading].heading.first_line < to)) {
            const struct section *x = &s->sections[heading++];

            if (x->level == 0)
                continue;
            BREAKS(x->heading.first_line < line);
            for (; line < x->heading.first_line; line++)
                BREAKS(!lines_is_blank(l, line));
            line = x->heading.last_line + 1;
        }
        BREAKS(to < line);
        for (; line < to; line++)
            BREAKS(!lines_is_blank(l, line));
        if (i < s->n_blocks)
            line = s->blocks[i].range.last_line + 1;
    }
    return NULL;
}

/* The promise that is broken, or NULL. */
static inline const char *broken_promise(const struct sections *s,
                                         struct arena *a)
{
    struct lines l;
    struct error e;
    const char *broken;

    BREAKS(utf8_valid_prefix(s->text) != s->text.n);
    BREAKS(lines_find(s->text, SECTIONS_MAX_LINES, a, &l, &e));
    BREAKS(s->lines != l.n);
    BREAKS(s->n_sections == 0 && (str_trim(s->text).n || s->n_blocks));
    broken = broken_tiles(s, &l);
    for (uint32_t i = 0; i < s->n_blocks && !broken; i++)
        broken = broken_block(s, &l, i);
    if (!broken && s->format != SECTIONS_HTML)
        broken = broken_cover(s, &l);
    for (uint32_t i = 0; i < s->n_links && !broken; i++) {
        const struct section_link *x = &s->links[i];

        broken = broken_range(s, &l, &x->range);
        BREAKS(x->section >= s->n_sections);
    }
    for (uint32_t i = 0; i < s->n_anchors && !broken; i++)
        BREAKS(s->anchors[i].section >= s->n_sections);
    if (!broken)
        broken = broken_tables(&s->tables);
    return broken ? broken : broken_clean(s);
}

#endif
