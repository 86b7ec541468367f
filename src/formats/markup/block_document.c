#include "formats/markup/block_document.h"

#include "formats/markup/build.h"

void block_put_cell(struct buf *out, struct str text)
{
    while (text.n > 0) {
        const size_t bar = str_find_char(text, '|');

        buf_put_str(out, str_slice(text, 0, bar));
        if (bar < text.n)
            buf_puts(out, "\\|");
        text = str_slice(text, bar + 1, text.n);
    }
}

static enum err add_block(struct build *b, const struct text_block *m,
                          struct error *e)
{
    const struct sections_range range =
        build_lines(b, m->first_line, m->last_line);
    struct section_block *block;

    if (m->level > 0)
        return build_section(b, m->level, m->title, (struct str){0}, &range, e);
    block = build_block(b, m->kind, SECTIONS_NONE, e);
    if (!block)
        return e->code;
    block->range = range;
    return OK;
}

/* Headings and blocks say where they begin as those of plain text do. */
static void number_pages(struct sections *s)
{
    struct section *sections = (struct section *)s->sections;
    struct section_block *blocks = (struct section_block *)s->blocks;
    uint32_t page = 0;

    for (uint32_t i = 0; i < s->n_sections; i++) {
        while (page < s->n_pages &&
               s->pages[page].begin <= sections[i].range.begin)
            page++;
        sections[i].page = page;
    }
    page = 0;
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        while (page < s->n_pages &&
               s->pages[page].begin <= blocks[i].range.begin)
            page++;
        blocks[i].page = page;
    }
}

enum err sections_from_blocks(const struct block_document *d, struct arena *a,
                              struct sections *out, struct error *e)
{
    struct lines lines;
    struct build b;
    enum err rc;

    *out = (struct sections){.format = d->format,
                             .encoding = {.name = "utf-8", .confidence = 1},
                             .text = d->text,
                             .pages = d->page,
                             .n_pages = (uint32_t)d->n_pages};
    if (d->text.n > SECTIONS_MAX_BYTES)
        return error_set(e, ERR_LIMIT,
                         "a document of more than %zu MiB of text",
                         SECTIONS_MAX_BYTES >> 20);
    rc = lines_find(d->text, SECTIONS_MAX_LINES, a, &lines, e);
    if (!rc)
        rc = build_init(&b, &lines, a, e);
    if (rc)
        return rc;
    b.title = d->title;
    b.language = d->language;
    b.fields = d->field;
    b.n_fields = d->n_fields;
    for (size_t i = 0; i < d->n_blocks && !rc; i++)
        rc = add_block(&b, &d->block[i], e);
    if (!rc)
        rc = build_finish(&b, SECTIONS_GITHUB, 0, out, e);
    if (!rc)
        number_pages(out);
    return rc;
}
