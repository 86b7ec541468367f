#include "sections/sections.h"

#include "sections/build.h"
#include "sections/front.h"
#include "sections/html.h"
#include "sections/markdown.h"
#include "sections/plain.h"
#include "sections/source.h"

#define LOOK_BYTES ((size_t)256 * 1024)
#define LOOK_LINES 2000u

const char *sections_format_name(enum sections_format format)
{
    static const char *const names[] = {[SECTIONS_AUTO] = "auto",
                                        [SECTIONS_MARKDOWN] = "markdown",
                                        [SECTIONS_HTML] = "html",
                                        [SECTIONS_TEXT] = "text"};

    return format <= SECTIONS_TEXT ? names[format] : NULL;
}

static bool starts_nocase(struct str s, const char *prefix)
{
    struct str p = str_from(prefix);

    return str_eq_nocase(str_slice(s, 0, p.n), p);
}

/* Does it begin as pages do, comments and an XML declaration aside? */
static bool looks_like_html(struct str text)
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

/* One line that nobody writes in plain text. */
static bool is_markdown_line(struct str line)
{
    size_t signs = 0;
    size_t link;

    while (signs < line.n && line.p[signs] == '#')
        signs++;
    if (signs && signs <= 6 && signs + 1 < line.n && line.p[signs] == ' ')
        return true;
    if (str_starts(line, STR("```")) || str_starts(line, STR("~~~")))
        return true;
    link = str_find(line, STR("]("));
    return link < line.n && str_find_char(line, '[') < link &&
           str_find_char(str_slice(line, link, line.n), ')') < line.n - link;
}

static bool looks_like_markdown(const struct lines *l)
{
    for (uint32_t i = 1; i <= l->n && i <= LOOK_LINES; i++) {
        if (is_markdown_line(lines_get(l, i)))
            return true;
    }
    return false;
}

static enum sections_format format_of(const struct lines *l,
                                      const struct front *front)
{
    if (looks_like_html(l->text))
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

enum err sections_parse(struct str source,
                        const struct sections_options *options, struct arena *a,
                        struct sections *out, struct error *e)
{
    struct source decoded;
    struct lines lines;
    struct front front = {0};
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
    if (!rc)
        rc = read_text(&b, options, &front, out->format, e);
    if (!rc)
        rc = build_finish(&b, options->id_style, decoded.base, out, e);
    if (!rc && out->format == SECTIONS_TEXT)
        plain_pages(out);
    return rc;
}

struct str sections_slice(const struct sections *s,
                          const struct sections_range *r)
{
    return str_slice(s->text, r->begin - s->base, r->end - s->base);
}
