#include "formats/markup/sections.h"

#include "formats/markup/build.h"
#include "formats/markup/front.h"
#include "formats/markup/html.h"
#include "formats/markup/markdown.h"
#include "formats/markup/md_clean.h"
#include "formats/markup/plain.h"
#include "formats/markup/source_text.h"

#define LOOK_BYTES ((size_t)256 * 1024)
#define LOOK_LINES 2000u

const char *sections_format_name(enum sections_format format)
{
    static const char *const names[] = {
        [SECTIONS_AUTO] = "auto", [SECTIONS_MARKDOWN] = "markdown",
        [SECTIONS_HTML] = "html", [SECTIONS_TEXT] = "text",
        [SECTIONS_PDF] = "pdf",   [SECTIONS_DOCX] = "docx",
        [SECTIONS_PPTX] = "pptx", [SECTIONS_ODT] = "odt",
        [SECTIONS_ODP] = "odp",   [SECTIONS_EPUB] = "epub",
        [SECTIONS_MAIL] = "mail"};

    return format < SECTIONS_FORMATS ? names[format] : NULL;
}

static bool starts_nocase(struct str s, const char *prefix)
{
    struct str p = str_from(prefix);

    return str_eq_nocase(str_slice(s, 0, p.n), p);
}

bool sections_begin_as_html(struct str text)
{
    static const char *const begins[] = {"<!doctype html", "<html", "<head",
                                         "<body"};

    text = str_trim(str_slice(text, 0, LOOK_BYTES));
    while (str_starts(text, STR("<!--")) || str_starts(text, STR("<?xml"))) {
        struct str close = text.p[1] == '?' ? STR("?>") : STR("-->");

        text = str_slice(text, str_find(text, close) + close.n, text.n);
        text = str_trim(text);
    }
    for (size_t i = 0; i < sizeof(begins) / sizeof(*begins); i++) {
        if (starts_nocase(text, begins[i]))
            return true;
    }
    return false;
}

/* "[text](target)" whose target looks like a path or an address? */
static bool has_link(struct str line)
{
    size_t link = str_find(line, STR("]("));
    struct str target = str_slice(line, link + 2, line.n);

    if (link == line.n || str_find_char(line, '[') >= link)
        return false;
    target.n = str_find_char(target, ')');
    return str_find_char(target, ' ') == target.n &&
           (str_find_char(target, '/') < target.n ||
            str_find_char(target, '.') < target.n ||
            str_find_char(target, '#') < target.n);
}

/*
 * A line that nobody writes in other text: a fence, a link, a heading. Comments
 * of scripts look like headings 1, so that those count at the start alone.
 */
static bool is_markdown_line(const struct lines *l, uint32_t i, bool first)
{
    struct str line = lines_get(l, i);
    size_t signs = 0;

    if (str_starts(line, STR("```")) || has_link(line))
        return true;
    while (signs < line.n && line.p[signs] == '#')
        signs++;
    return signs >= (first ? 1 : 2) && signs <= 6 && signs + 1 < line.n &&
           line.p[signs] == ' ' && (i == 1 || lines_is_blank(l, i - 1)) &&
           (i == l->n || lines_is_blank(l, i + 1));
}

static bool looks_like_markdown(const struct lines *l)
{
    bool first = true;

    for (uint32_t i = 1; i <= l->n && i <= LOOK_LINES; i++) {
        if (is_markdown_line(l, i, first))
            return true;
        first &= lines_is_blank(l, i);
    }
    return false;
}

static enum sections_format format_of(const struct lines *l,
                                      const struct front *front)
{
    if (sections_begin_as_html(l->text))
        return SECTIONS_HTML;
    return front->lines || looks_like_markdown(l) ? SECTIONS_MARKDOWN
                                                  : SECTIONS_TEXT;
}

static enum err read_text(struct build *b, const struct sections_options *o,
                          const struct front *front,
                          enum sections_format format, struct error *e)
{
    if (format == SECTIONS_HTML)
        return html_read(b, o->stop, e);
    if (format == SECTIONS_TEXT)
        return plain_read(b, e);
    b->fields = front->fields;
    b->n_fields = front->n_fields;
    b->front_lines = front->lines;
    return markdown_read(b, o->stop, e);
}

static enum err clean_markdown(struct build *b, const struct sections *s,
                               struct error *e)
{
    struct block_grid grid;
    enum err rc;

    block_grid_init(&grid);
    md_clean(&b->lines, s, b->clean, &grid);
    rc = block_grid_keep(&grid, b->a, &b->tables, e);
    block_grid_release(&grid);
    return rc;
}

enum err sections_parse(struct str source,
                        const struct sections_options *options, struct arena *a,
                        struct sections *out, struct error *e)
{
    struct source decoded;
    struct lines lines;
    struct front front = {0};
    struct clean clean;
    struct build b;
    enum err rc;

    *out = (struct sections){.format = options->format};
    if (source.n > SECTIONS_MAX_BYTES)
        return error_set(e, ERR_LIMIT, "a document of more than %zu MiB",
                         SECTIONS_MAX_BYTES >> 20);
    rc = source_read(source, options->encoding, a, &decoded, e);
    if (rc)
        return rc;
    if (decoded.text.n == 0)
        decoded.text = STR("");
    out->encoding = decoded.encoding;
    out->text = decoded.text;
    out->text_is_source = decoded.is_source;
    out->base = decoded.base;
    rc = lines_find(decoded.text, SECTIONS_MAX_LINES, a, &lines, e);
    if (!rc && out->format != SECTIONS_HTML && out->format != SECTIONS_TEXT)
        rc = front_read(&lines, a, &front, e);
    if (!rc && out->format == SECTIONS_AUTO)
        out->format = format_of(&lines, &front);
    if (!rc)
        rc = build_init(&b, &lines, a, e);
    clean_init(&clean, decoded.text, a, e);
    b.clean = &clean;
    if (!rc)
        rc = read_text(&b, options, &front, out->format, e);
    if (!rc)
        rc = build_finish(&b, options->id_style, decoded.base, out, e);
    if (!rc && out->format == SECTIONS_MARKDOWN)
        rc = clean_markdown(&b, out, e);
    if (!rc && out->format != SECTIONS_TEXT)
        rc = clean_finish(&clean, out, &out->clean);
    clean_release(&clean);
    if (!rc) {
        out->tables = b.tables;
        out->tables.text = out->clean.differs ? out->clean.text : out->text;
    }
    if (!rc && out->format == SECTIONS_TEXT)
        plain_pages(out);
    return rc;
}
