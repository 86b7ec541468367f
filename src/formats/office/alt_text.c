#include "formats/office/alt_text.h"

#define MAX_SUFFIX 5u /* ".jpeg" without its dot, and one more */

/* "logo_2.png": a word that ends in a suffix. */
static bool is_file_name(struct str s)
{
    size_t dot = s.n;

    for (size_t i = 0; i < s.n; i++) {
        if ((unsigned char)s.p[i] <= ' ')
            return false;
        if (s.p[i] == '.')
            dot = i;
    }
    return dot > 0 && dot + 1 < s.n && s.n - dot - 1 <= MAX_SUFFIX;
}

enum err alt_text(struct str said, struct arena *a, struct str *out,
                  struct error *e)
{
    const struct str text = str_trim(said);
    char *p;
    enum err rc;

    *out = (struct str){0};
    if (text.n == 0 || is_file_name(text))
        return OK;
    rc = str_printf(a, out, e, "[picture]: %.*s", STR_FMT(text));
    if (rc)
        return rc;
    p = arena_alloc(a, out->n, e);
    if (!p)
        return e->code;
    for (size_t i = 0; i < out->n; i++)
        p[i] = out->p[i] == '\n' ? ' ' : out->p[i];
    *out = (struct str){p, out->n};
    return OK;
}
