#include "formats/markup/plain.h"

#include "base/text/width.h"

#include <string.h>

#define MIN_UNDERLINE 3u
#define UNDERLINE_OFF 2u /* columns that it may be longer or shorter */

/* The sign that a whole line consists of, '=' or '-'; 0 if it is not one. */
static char underline_of(struct str line)
{
    line = str_trim(line);
    if (line.n < MIN_UNDERLINE || (line.p[0] != '=' && line.p[0] != '-'))
        return 0;
    for (size_t i = 1; i < line.n; i++) {
        if (line.p[i] != line.p[0])
            return 0;
    }
    return line.p[0];
}

/* Does a page begin with the line, or after its first white space? */
static bool begins_page(struct str line)
{
    for (size_t i = 0; i < line.n && (line.p[i] == ' ' || line.p[i] == '\f');
         i++) {
        if (line.p[i] == '\f')
            return true;
    }
    return false;
}

/* Is line `i` a heading? Its level, or 0. */
static unsigned level_at(const struct lines *l, uint32_t i)
{
    struct str title = str_trim(lines_get(l, i));
    struct str under = i < l->n ? lines_get(l, i + 1) : (struct str){0};
    char sign = title.n ? underline_of(under) : 0;
    size_t length = str_trim(under).n;
    size_t width;

    if (!sign || underline_of(title) || title.n > SECTIONS_TITLE_BYTES ||
        begins_page(under))
        return 0;
    width = text_width(title);
    if (length > width + UNDERLINE_OFF || width > length + UNDERLINE_OFF)
        return 0;
    if (i > 1 && !lines_is_blank(l, i - 1) && !begins_page(lines_get(l, i)) &&
        underline_of(lines_get(l, i - 1)) != sign)
        return 0;
    return sign == '=' ? 1 : 2;
}

static enum err heading(struct build *b, uint32_t line, unsigned level,
                        bool over, struct error *e)
{
    const struct sections_range range =
        build_lines(b, over ? line - 1 : line, line + 1);
    struct str title = str_trim(lines_get(&b->lines, line));

    return build_section(b, level, title, (struct str){0}, &range, e);
}

/* Past the paragraph that begins at `line`. */
static uint32_t end_paragraph(const struct lines *l, uint32_t line)
{
    for (line++; line <= l->n && !lines_is_blank(l, line) &&
                 !begins_page(lines_get(l, line));)
        line++;
    return line;
}

enum err plain_read(struct build *b, struct error *e)
{
    const struct lines *l = &b->lines;
    enum err rc = OK;

    for (uint32_t i = 1; i <= l->n && !rc;) {
        bool over = underline_of(lines_get(l, i)) && i + 1 < l->n &&
                    level_at(l, i + 1) && (i == 1 || lines_is_blank(l, i - 1));
        unsigned level = level_at(l, i + over);

        if (lines_is_blank(l, i)) {
            i++;
        } else if (level) {
            rc = heading(b, i + over, level, over, e);
            i += 2 + over;
        } else {
            uint32_t end = end_paragraph(l, i);
            struct section_block *x =
                build_block(b, SECTIONS_PARAGRAPH, SECTIONS_NONE, e);

            if (!x)
                return e->code;
            x->range = build_lines(b, i, end - 1);
            i = end;
        }
    }
    return rc;
}

/* Form feeds in the white space that a block begins with are before it. */
static size_t first_word(const struct sections *s, size_t begin)
{
    while (begin < s->base + s->text.n &&
           strchr(" \t\f\r\n", s->text.p[begin - s->base]))
        begin++;
    return begin;
}

static uint32_t count_pages(const struct sections *s, size_t *from, size_t to)
{
    uint32_t n = 0;

    for (; *from < to; ++*from)
        n += s->text.p[*from - s->base] == '\f';
    return n;
}

void plain_pages(struct sections *s)
{
    struct section *sections = (struct section *)s->sections;
    struct section_block *blocks = (struct section_block *)s->blocks;
    size_t at = s->base;
    uint32_t page = 1;

    for (uint32_t i = 0; i < s->n_sections; i++) {
        page += count_pages(s, &at, first_word(s, sections[i].range.begin));
        sections[i].page = page;
    }
    at = s->base;
    page = 1;
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        page += count_pages(s, &at, first_word(s, blocks[i].range.begin));
        blocks[i].page = page;
    }
}
