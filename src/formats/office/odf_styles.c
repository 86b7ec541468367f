/*
 * A style is hidden if its text properties say so, or if they do not say and the
 * style that it is based on is (OASIS OpenDocument 1.3 part 3, 16.2 and 20.332).
 */
#include "formats/office/odf_styles.h"

#include "formats/package/open_elements.h"

#include <string.h>

#define MAX_STYLES   200000u
#define MAX_BASED_ON 16 /* styles, one based on the other */

enum display { DISPLAY_UNSAID, DISPLAY_NONE, DISPLAY_SHOWN };

struct odf_style {
    struct str based_on; /* its key, or empty */
    enum display display;
    bool is_raised;
};

void odf_styles_init(struct odf_styles *s, struct arena *a)
{
    *s = (struct odf_styles){.a = a};
    buf_init(&s->list, MAX_STYLES * sizeof(struct odf_style));
    str_table_init(&s->by_name, a);
}

void odf_styles_release(struct odf_styles *s)
{
    buf_release(&s->list);
}

static struct odf_style *style_at(const struct odf_styles *s, uint64_t number)
{
    return (struct odf_style *)(void *)s->list.p + (number - 1);
}

static enum err key_of(struct odf_styles *s, const char *family,
                       const char *name, struct str *out, struct error *e)
{
    *out = (struct str){0};
    return name ? str_printf(s->a, out, e, "%s/%s", family ? family : "", name)
                : OK;
}

enum err odf_styles_begin(struct odf_styles *s, const struct xml_element *el,
                          struct error *e)
{
    const char *family = xml_attr_any(el, "family");
    struct odf_style style = {.display = DISPLAY_UNSAID};
    struct str key;
    uint64_t *number;

    s->open = 0;
    if (key_of(s, family, xml_attr_any(el, "name"), &key, e) != OK ||
        key_of(s, family, xml_attr_any(el, "parent-style-name"),
               &style.based_on, e) != OK)
        return e->code;
    if (key.n == 0)
        return OK;
    if (str_table_put(&s->by_name, key, &number, e) != OK)
        return e->code;
    buf_put(&s->list, &style, sizeof(style));
    if (s->list.overflow)
        return error_set(e, ERR_LIMIT, "it has more than %u styles",
                         MAX_STYLES);
    *number = s->list.n / sizeof(style);
    s->open = *number;
    return OK;
}

void odf_styles_text(struct odf_styles *s, const struct xml_element *el)
{
    const char *display = xml_attr_any(el, "display");
    const char *place = xml_attr_any(el, "text-position");

    if (s->open && display)
        style_at(s, s->open)->display =
            strcmp(display, "none") == 0 ? DISPLAY_NONE : DISPLAY_SHOWN;
    if (s->open && place) /* "super 58%", "33% 58%", "sub 58%", "-33% 58%" */
        style_at(s, s->open)->is_raised =
            str_starts(str_from(place), STR("super")) ||
            (place[0] >= '1' && place[0] <= '9');
}

void odf_styles_end(struct odf_styles *s)
{
    s->open = 0;
}

static const struct odf_style *find(const struct odf_styles *s, struct str key)
{
    const uint64_t *number = str_table_find(&s->by_name, key);

    return number ? style_at(s, *number) : NULL;
}

static const struct odf_style *find_named(const struct odf_styles *s,
                                          struct str family, const char *name)
{
    char text[512];
    const struct str wanted = str_from(name);

    if (!name || family.n + 1 + wanted.n > sizeof(text))
        return NULL;
    memcpy(text, family.p, family.n);
    text[family.n] = '/';
    memcpy(text + family.n + 1, wanted.p, wanted.n);
    return find(s, (struct str){text, family.n + 1 + wanted.n});
}

bool odf_style_is_hidden(const struct odf_styles *s, struct str family,
                         const char *name)
{
    const struct odf_style *style = find_named(s, family, name);

    for (int i = 0; style && i < MAX_BASED_ON; i++) {
        if (style->display != DISPLAY_UNSAID)
            return style->display == DISPLAY_NONE;
        style = style->based_on.n ? find(s, style->based_on) : NULL;
    }
    return false;
}

bool odf_style_is_raised(const struct odf_styles *s, const char *name)
{
    const struct odf_style *style = find_named(s, STR("text"), name);

    return style && style->is_raised;
}

/* ---- styles.xml ---- */

enum element { ODF_OTHER, ODF_STYLE, ODF_TEXT_PROPERTIES, ODF_SKIP };

struct reading {
    struct odf_styles *styles;
    struct open_elements open; /* of enum element */
};

/* Those of headers and footers have names that content.xml gives to others. */
static enum element element_of(const struct xml_element *el)
{
    static const char *const other[] = {"automatic-styles", "master-styles"};

    if (STR_IN(str_from(el->name), other))
        return ODF_SKIP;
    if (strcmp(el->name, "style") == 0)
        return ODF_STYLE;
    return strcmp(el->name, "text-properties") == 0 ? ODF_TEXT_PROPERTIES
                                                    : ODF_OTHER;
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct reading *r = ctx;
    const enum element element = r->open.skipped ? ODF_SKIP : element_of(el);

    if (!open_elements_begin(&r->open, element, element == ODF_SKIP))
        return OK;
    if (element == ODF_TEXT_PROPERTIES)
        odf_styles_text(r->styles, el);
    return element == ODF_STYLE ? odf_styles_begin(r->styles, el, e) : OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct reading *r = ctx;
    int element;

    (void)e;
    if (open_elements_end(&r->open, &element) && element == ODF_STYLE)
        odf_styles_end(r->styles);
    return OK;
}

enum err odf_styles_read(struct odf_styles *s, struct office *o,
                         struct error *e)
{
    struct reading r = {.styles = s};
    const struct xml_handler h = {.start = on_start, .end = on_end, .ctx = &r};
    const struct str part = STR("styles.xml");

    return unzip_has(o->u, part) ? part_read_all(o->u, part, &h, o->tick, e)
                                 : OK;
}
