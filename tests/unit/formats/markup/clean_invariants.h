/* clean_invariants.h - what clean_text.h promises, checked. */
#ifndef FORMATS_MARKUP_CLEAN_INVARIANTS_H
#define FORMATS_MARKUP_CLEAN_INVARIANTS_H

#include "base/utf8.h"
#include "formats/markup/sections.h"

#include <string.h>

#define BREAKS(cond)      \
    do {                  \
        if (cond)         \
            return #cond; \
    } while (0)

/* Spans, blocks and sections of the clean text are in it, in order. */
static inline const char *broken_clean(const struct sections *s)
{
    const struct clean_text *c = &s->clean;
    size_t at = 0;
    size_t source = 0;

    BREAKS(utf8_valid_prefix(c->text) != c->text.n);
    for (uint32_t i = 0; i < c->n_spans; i++) {
        const struct clean_span *x = &c->spans[i];

        BREAKS(x->at < at || x->source < source || x->n == 0);
        at = x->at + x->n;
        source = x->source + x->source_n;
        BREAKS(at > c->text.n || source > s->text.n);
        BREAKS(memchr(s->text.p + x->source, '\n', x->source_n) != NULL);
    }
    at = 0;
    for (uint32_t i = 0; i < c->n_blocks; i++) {
        BREAKS(c->blocks[i].begin < at || c->blocks[i].begin > c->text.n);
        at = c->blocks[i].begin;
    }
    at = 0;
    for (uint32_t i = 0; i < s->n_sections && c->differs; i++) {
        BREAKS(c->sections[i] < at || c->sections[i] > c->text.n);
        at = c->sections[i];
    }
    return NULL;
}

#endif
