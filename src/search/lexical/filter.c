#include "search/lexical/filter.h"

#include "search/lexical/analyze.h"

#include <string.h>

struct str filter_key(struct str name, struct str value,
                      char bytes[MAX_KEY_BYTES])
{
    size_t n = name.n + 2;

    if (n > MAX_KEY_BYTES || value.n > MAX_KEY_BYTES - n)
        return (struct str){bytes, 0};
    bytes[0] = KEY_FILTER;
    if (name.n)
        memcpy(bytes + 1, name.p, name.n);
    bytes[n - 1] = '\0';
    if (value.n)
        memcpy(bytes + n, value.p, value.n);
    return (struct str){bytes, n + value.n};
}

enum err filter_find(const struct segment *s, struct str name, struct str value,
                     bool *found, struct posting_list *out, struct error *e)
{
    char bytes[MAX_KEY_BYTES];
    struct str key = filter_key(name, value, bytes);

    *found = false;
    return key.n ? segment_find(s, key, found, out, e) : OK;
}
