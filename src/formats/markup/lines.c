#include "formats/markup/lines.h"

/* Past the line that begins at `at`, its end included. */
static size_t next_line(struct str text, size_t at)
{
    while (at < text.n && text.p[at] != '\n' && text.p[at] != '\r')
        at++;
    if (at == text.n)
        return at;
    return at + (text.p[at] == '\r' && at + 1 < text.n && text.p[at + 1] == '\n'
                     ? 2
                     : 1);
}

enum err lines_find(struct str text, uint32_t max, struct arena *a,
                    struct lines *out, struct error *e)
{
    uint32_t n = 0;
    uint32_t *begin;

    for (size_t at = 0; at < text.n; at = next_line(text, at)) {
        if (n++ == max)
            return error_set(e, ERR_LIMIT, "more than %u lines", max);
    }
    begin = arena_alloc_array(a, (size_t)n + 1, sizeof(*begin), e);
    if (!begin)
        return e->code;
    *out = (struct lines){.text = text, .begin = begin, .n = n};
    for (uint32_t i = 0; i < n; i++)
        begin[i + 1] = (uint32_t)next_line(text, begin[i]);
    return OK;
}

struct str lines_get(const struct lines *l, uint32_t line)
{
    size_t from = l->begin[line - 1];
    size_t to = l->begin[line];

    if (to > from && l->text.p[to - 1] == '\n')
        to--;
    if (to > from && l->text.p[to - 1] == '\r')
        to--;
    return str_slice(l->text, from, to);
}

uint32_t lines_at(const struct lines *l, size_t offset)
{
    uint32_t low = 1;
    uint32_t high = l->n;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (l->begin[middle] <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool lines_is_blank(const struct lines *l, uint32_t line)
{
    return str_trim(lines_get(l, line)).n == 0;
}
