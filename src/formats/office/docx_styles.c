/*
 * Styles are found by their ids, which a program may translate. What makes one
 * a heading is its outline level, or the name that the standard gives to it
 * (ECMA-376 part 1, 17.7.4.9 and the latent styles), whatever the language.
 */
#include "formats/office/docx_styles.h"

#include <string.h>

#define MAX_BASED_ON 16 /* styles, one based on the other */
#define BODY_LEVEL   9u /* an outline level that says: no heading */

struct reading {
    struct office *o;
    struct buf found;        /* of struct docx_style */
    struct docx_style style; /* that is open */
    bool is_open;
};

uint32_t docx_number(const struct xml_element *el, const char *attr,
                     uint32_t otherwise)
{
    return xml_attr_number(el, attr, UINT32_MAX - 1, otherwise);
}

enum docx_switch docx_switch_of(const struct xml_element *el)
{
    static const char *const off[] = {"0", "false", "off"};
    const char *value = xml_attr_any(el, "val");

    return value && STR_IN(str_from(value), off) ? DOCX_OFF : DOCX_ON;
}

/* Level of "heading 1" to "heading 9", from 0. */
static uint32_t level_of_name(struct str name)
{
    if (name.n == 9 && str_eq_nocase(str_slice(name, 0, 8), STR("heading ")) &&
        name.p[8] >= '1' && name.p[8] <= '9')
        return (uint32_t)(name.p[8] - '1');
    return DOCX_NO_LEVEL;
}

static enum err begin_style(struct reading *r, const struct xml_element *el,
                            struct error *e)
{
    const char *id = xml_attr_any(el, "styleId");

    r->style =
        (struct docx_style){.outline = DOCX_NO_LEVEL, .list = DOCX_NO_LIST};
    r->is_open = id != NULL;
    return id ? str_dup(str_from(id), r->o->a, &r->style.id, e) : OK;
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct reading *r = ctx;
    struct docx_style *s = &r->style;
    const char *value = xml_attr_any(el, "val");

    if (strcmp(el->name, "style") == 0)
        return begin_style(r, el, e);
    if (!r->is_open)
        return OK;
    if (strcmp(el->name, "name") == 0 && value) {
        if (s->outline == DOCX_NO_LEVEL)
            s->outline = level_of_name(str_from(value));
        s->is_title = str_eq_nocase(str_from(value), STR("title"));
    } else if (strcmp(el->name, "basedOn") == 0 && value) {
        return str_dup(str_from(value), r->o->a, &s->based_on, e);
    } else if (strcmp(el->name, "outlineLvl") == 0) {
        s->outline = docx_number(el, "val", s->outline);
    } else if (strcmp(el->name, "numId") == 0) {
        s->list = docx_number(el, "val", s->list);
    } else if (strcmp(el->name, "ilvl") == 0) {
        s->list_level = docx_number(el, "val", 0);
    } else if (strcmp(el->name, "vanish") == 0) {
        s->hidden = docx_switch_of(el);
    }
    if (strcmp(el->name, "tblStylePr") == 0)
        r->is_open = false; /* of parts of a table: nothing more is wanted */
    return OK;
}

/* A style is put when the next one begins. */
static enum err on_start_or_put(void *ctx, const struct xml_element *el,
                                struct error *e)
{
    struct reading *r = ctx;

    if (strcmp(el->name, "style") == 0 && r->style.id.n > 0)
        buf_put(&r->found, &r->style, sizeof(r->style));
    return on_start(ctx, el, e);
}

static void inherit(struct docx_styles *s, struct docx_style *style)
{
    const struct docx_style *from = style;

    for (int i = 0; i < MAX_BASED_ON && from->based_on.n > 0; i++) {
        from = docx_style_find(s, from->based_on);
        if (!from)
            return;
        if (style->outline == DOCX_NO_LEVEL)
            style->outline = from->outline;
        if (style->list == DOCX_NO_LIST) {
            style->list = from->list;
            style->list_level = from->list_level;
        }
        style->is_title |= from->is_title;
        if (style->hidden == DOCX_UNSAID)
            style->hidden = from->hidden;
    }
}

/* What was found, each with what it inherits; the first of an id counts. */
static enum err keep_styles(struct office *o, const struct buf *found,
                            struct docx_styles *out, struct error *e)
{
    struct str copy;
    enum err rc = buf_dup(found, o->a, &copy, e);

    if (rc)
        return rc;
    out->list = (struct docx_style *)(uintptr_t)copy.p;
    out->n = copy.n / sizeof(*out->list);
    for (size_t i = 0; i < out->n; i++) {
        uint64_t *number;

        if (str_table_put(&out->by_id, out->list[i].id, &number, e) != OK)
            return e->code;
        if (*number == 0)
            *number = i + 1;
    }
    for (size_t i = 0; i < out->n; i++)
        inherit(out, &out->list[i]);
    for (size_t i = 0; i < out->n; i++)
        if (out->list[i].outline >= BODY_LEVEL)
            out->list[i].outline = DOCX_NO_LEVEL;
    return OK;
}

enum err docx_styles_read(struct office *o, struct str part,
                          struct docx_styles *out, struct error *e)
{
    struct reading r = {.o = o};
    const struct xml_handler h = {.start = on_start_or_put, .ctx = &r};
    enum err rc;

    *out = (struct docx_styles){0};
    str_table_init(&out->by_id, o->a);
    if (!unzip_has(o->u, part))
        return OK;
    buf_init(&r.found, DOCX_MAX_STYLES * sizeof(r.style));
    rc = part_read_all(o->u, part, &h, o->tick, e);
    if (!rc && r.style.id.n > 0)
        buf_put(&r.found, &r.style, sizeof(r.style));
    if (!rc)
        rc = keep_styles(o, &r.found, out, e);
    buf_release(&r.found);
    return rc;
}

const struct docx_style *docx_style_find(const struct docx_styles *s,
                                         struct str id)
{
    const uint64_t *number = str_table_find(&s->by_id, id);

    return number ? &s->list[*number - 1] : NULL;
}
