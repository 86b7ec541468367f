#include "answer/shorten.h"

#include "base/utf8.h"

enum err shorten_text(struct str *text, size_t max, struct arena *a,
                      struct error *e)
{
    size_t at = 0;

    if (utf8_count(*text) <= max)
        return OK;
    for (size_t n = 0; n + 1 < max; n++) {
        size_t len = utf8_length(str_slice(*text, at, text->n));

        at += len ? len : 1;
    }
    return str_printf(a, text, e, "%.*s…", STR_FMT(str_slice(*text, 0, at)));
}
