/* module: documents */
/* fuzz_uri.c - a pointer that is read is written and read back the same. */
#include "search/documents/uri.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct str text = {(const char *)data, n};
    struct arena a;
    struct error e;
    struct uri u, again;
    struct buf b;

    arena_init(&a, (size_t)1 << 22);
    buf_init(&b, (size_t)1 << 22);
    if (uri_parse(text, &a, &u, &e) == OK) {
        uri_write(&u, &b);
        if (!b.overflow &&
            (uri_parse(buf_str(&b), &a, &again, &e) != OK ||
             !str_eq(u.document, again.document) ||
             !str_eq(u.json, again.json) || u.version != again.version ||
             u.first != again.first || u.last != again.last))
            abort();
    }
    buf_release(&b);
    arena_release(&a);
    return 0;
}
