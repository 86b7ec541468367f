#include "formats/xlsx/styles.h"

#include "base/buf.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CODE_BYTES 1024u /* more decides nothing; programs allow 255 */

struct reading {
    struct arena *a;
    struct buf formats; /* of struct style_format */
    struct buf ids;     /* of uint32_t, one per style */
    unsigned depth;
    enum { OTHER, FORMATS, STYLES } in;
};

static uint32_t number(const char *text)
{
    unsigned long value = text ? strtoul(text, NULL, 10) : 0;

    return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

enum err styles_add_format(struct buf *formats, uint32_t id, struct str code,
                           struct arena *a, struct error *e)
{
    struct style_format f = {.id = id};

    if (str_dup(str_slice(code, 0, MAX_CODE_BYTES), a, &f.code, e) != OK)
        return e->code;
    buf_put(formats, &f, sizeof(f));
    return OK;
}

static enum err on_format(struct reading *r, const struct xml_element *el,
                          struct error *e)
{
    const char *code = xml_attr(el, "formatCode");

    return code ? styles_add_format(&r->formats,
                                    number(xml_attr(el, "numFmtId")),
                                    str_from(code), r->a, e)
                : OK;
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct reading *r = ctx;

    r->depth++;
    if (r->depth == 2)
        r->in = strcmp(el->name, "numFmts") == 0   ? FORMATS
                : strcmp(el->name, "cellXfs") == 0 ? STYLES
                                                   : OTHER;
    if (r->depth != 3)
        return OK;
    if (r->in == FORMATS && strcmp(el->name, "numFmt") == 0)
        return on_format(r, el, e);
    if (r->in == STYLES && strcmp(el->name, "xf") == 0) {
        uint32_t id = number(xml_attr(el, "numFmtId"));

        buf_put(&r->ids, &id, sizeof(id));
    }
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct reading *r = ctx;

    (void)e;
    r->depth--;
    return OK;
}

static int by_id(const void *a, const void *b)
{
    const struct style_format *x = a;
    const struct style_format *y = b;

    return (x->id > y->id) - (x->id < y->id);
}

struct style style_of_code(struct str code)
{
    return (struct style){.code = code,
                          .format = format_classify(code),
                          .money = format_money(code)};
}

enum err styles_make(struct buf *own_formats, struct buf *format_ids,
                     struct arena *a, struct styles *s, struct error *e)
{
    struct str formats, ids;
    size_t n;

    if (buf_finish(own_formats, &formats, e) != OK ||
        buf_finish(format_ids, &ids, e) != OK)
        return error_set(e, ERR_LIMIT,
                         "the workbook has more than %u cell styles",
                         STYLES_MAX);
    n = formats.n / sizeof(struct style_format);
    if (n)
        qsort(own_formats->p, n, sizeof(struct style_format), by_id);
    s->n = ids.n / sizeof(uint32_t);
    s->list = arena_alloc_array(a, s->n, sizeof(*s->list), e);
    if (!s->list)
        return e->code;
    for (size_t i = 0; i < s->n; i++) {
        struct style_format key;
        const struct style_format *own = NULL;

        memcpy(&key.id, ids.p + i * sizeof(uint32_t), sizeof(key.id));
        if (n)
            own = bsearch(&key, formats.p, n, sizeof(key), by_id);
        s->list[i] = style_of_code(own ? own->code : format_builtin(key.id));
    }
    return OK;
}

enum err styles_read(struct unzip *u, struct str part, struct arena *a,
                     struct styles *s, struct error *e)
{
    struct reading r = {.a = a};
    struct xml_handler h = {.start = on_start, .end = on_end, .ctx = &r};
    enum err rc;

    *s = (struct styles){0};
    buf_init(&r.formats, STYLES_MAX * sizeof(struct style_format));
    buf_init(&r.ids, STYLES_MAX * sizeof(uint32_t));
    rc = part_read(u, part, &h, NULL, e);
    if (!rc)
        rc = styles_make(&r.formats, &r.ids, a, s, e);
    buf_release(&r.formats);
    buf_release(&r.ids);
    return rc;
}
