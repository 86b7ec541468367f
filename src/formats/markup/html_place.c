#include "formats/markup/html_place.h"

#include <string.h>

#define MAX_ENTITY 40

/* Past the entity that is at `at`. */
static size_t entity_end(struct str s, size_t at)
{
    size_t end = at + 1;

    while (end < s.n && end - at < MAX_ENTITY &&
           (s.p[end] == '#' || (s.p[end] >= '0' && s.p[end] <= '9') ||
            ((s.p[end] | 0x20) >= 'a' && (s.p[end] | 0x20) <= 'z')))
        end++;
    return end < s.n && s.p[end] == ';' ? end + 1 : end;
}

size_t html_place_next(struct html_place *p, struct str text, size_t bytes)
{
    size_t at = p->at;
    struct str rest;

    if (p->base == SIZE_MAX)
        return SIZE_MAX;
    rest = str_slice(p->source, at, p->source.n);
    if (rest.n && rest.p[0] == '\r' && text.p[0] == '\n') {
        p->at += rest.n > 1 && rest.p[1] == '\n' ? 2 : 1;
    } else if (rest.n && rest.p[0] == '&' &&
               !str_starts(rest, str_slice(text, 0, 4))) {
        p->at = entity_end(p->source, at);
    } else if (rest.n >= bytes && memcmp(rest.p, text.p, bytes) == 0) {
        p->at += bytes;
    } else if (text.p[0] == '\n') {
        p->at += str_find_char(rest, '\n') + 1;
        p->at = p->at < p->source.n ? p->at : p->source.n;
    }
    return p->base + at;
}

struct html_place html_place_of(struct str page, const struct html_node *node)
{
    struct html_place p = {.base = SIZE_MAX};

    if (node->placed) {
        p.source = str_slice(page, node->from, node->to);
        p.base = node->from;
        /* the line end that a <pre> begins with is not its text */
        if (p.source.n && node->text.n && p.source.p[0] == '\n' &&
            node->text.p[0] != '\n')
            p.at = 1;
    }
    return p;
}
