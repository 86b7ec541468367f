/* text_input.h - a text as the input of the XML reader, in small pieces */
#ifndef FORMATS_PACKAGE_TEXT_INPUT_H
#define FORMATS_PACKAGE_TEXT_INPUT_H

#include "formats/package/xml.h"

#include <string.h>

struct text_input {
    struct str left;
    size_t step;
};

static inline enum err text_input_read(void *ctx, void *to, size_t n,
                                       size_t *got, struct error *e)
{
    struct text_input *t = ctx;

    (void)e;
    n = n < t->step ? n : t->step;
    n = n < t->left.n ? n : t->left.n;
    if (n)
        memcpy(to, t->left.p, n);
    t->left = str_slice(t->left, n, t->left.n);
    *got = n;
    return OK;
}

#endif
