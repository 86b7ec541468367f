#include "formats/xlsx/rich.h"

#include "base/text/raised.h"
#include "base/utf8.h"

#include <string.h>

#define ESCAPE_BYTES 7u /* _xHHHH_ */

void rich_init(struct rich *r)
{
    *r = (struct rich){0};
    buf_init(&r->text, RICH_MAX_BYTES);
}

void rich_release(struct rich *r)
{
    buf_release(&r->text);
}

void rich_begin(struct rich *r)
{
    buf_reset(&r->text);
    r->depth = r->skip = 0;
    r->open = r->is_raised = false;
}

void rich_start(struct rich *r, const struct xml_element *el)
{
    const char *align =
        strcmp(el->name, "vertAlign") == 0 ? xml_attr_any(el, "val") : NULL;

    r->depth++;
    r->is_raised |= align && strcmp(align, "superscript") == 0;
    if (r->skip)
        return;
    if (strcmp(el->name, "t") == 0) {
        r->open = true;
        r->preserve = xml_attr_preserve(el);
        r->from = r->text.n;
    } else if (strcmp(el->name, "r") != 0) {
        r->skip = r->depth;
    } else {
        r->is_raised = false;
    }
}

/* The white space that the <t> which ends does not want to keep. */
static void trim(struct rich *r)
{
    struct str text = str_slice(buf_str(&r->text), r->from, r->text.n);
    struct str kept = str_trim(text);

    if (r->preserve || kept.n == text.n || r->text.overflow)
        return;
    memmove(r->text.p + r->from, kept.p, kept.n);
    r->text.n = r->from + kept.n;
    r->text.p[r->text.n] = '\0';
}

void rich_end(struct rich *r)
{
    if (r->skip == r->depth) {
        r->skip = 0;
    } else if (!r->skip) {
        if (r->open)
            trim(r);
        r->open = false;
    }
    r->depth--;
}

void rich_text(struct rich *r, struct str text)
{
    if (r->open && !r->skip)
        raised_put(&r->text, &r->is_raised, text);
}

enum err rich_finish(struct rich *r, struct str *text, struct error *e)
{
    if (buf_finish(&r->text, text, e) != OK)
        return error_set(e, ERR_LIMIT, "a text of more than %zu bytes",
                         RICH_MAX_BYTES);
    text->n = rich_unescape(r->text.p, text->n);
    return OK;
}

/* The code unit of "_xHHHH_"; 0 if it is not one, and for NUL. */
static uint32_t escape(const char *p, size_t n)
{
    uint32_t unit = 0;

    if (n < ESCAPE_BYTES || p[0] != '_' || p[1] != 'x' || p[6] != '_')
        return 0;
    for (size_t i = 2; i < 6; i++) {
        const char *digits = "0123456789abcdef";
        const char *at =
            p[i] ? strchr(digits,
                          p[i] >= 'A' && p[i] <= 'F' ? p[i] - 'A' + 'a' : p[i])
                 : NULL;

        if (!at)
            return 0;
        unit = unit * 16 + (uint32_t)(at - digits);
    }
    return unit;
}

/* The character at `p`, and how many bytes write it; 0: no escape. */
static size_t escaped(const char *p, size_t n, uint32_t *cp)
{
    uint32_t low;

    *cp = escape(p, n);
    if (*cp == 0 || (*cp >= 0xdc00 && *cp <= 0xdfff))
        return 0;
    if (*cp < 0xd800 || *cp > 0xdbff)
        return ESCAPE_BYTES;
    low = escape(p + ESCAPE_BYTES, n - ESCAPE_BYTES);
    if (low < 0xdc00 || low > 0xdfff)
        return 0;
    *cp = 0x10000 + ((*cp - 0xd800) << 10) + (low - 0xdc00);
    return (size_t)2 * ESCAPE_BYTES;
}

size_t rich_unescape(char *p, size_t n)
{
    size_t from = 0;
    size_t to;
    const char *first = n ? memchr(p, '_', n) : NULL;

    if (!first)
        return n;
    for (from = to = (size_t)(first - p); from < n;) {
        uint32_t cp;
        size_t used = p[from] == '_' ? escaped(p + from, n - from, &cp) : 0;

        if (used) {
            to += utf8_encode(cp, p + to);
            from += used;
        } else {
            p[to++] = p[from++];
        }
    }
    return to;
}
