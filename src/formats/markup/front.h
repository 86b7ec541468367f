/*
 * front.h - the front matter of a page: YAML between --- fences at its start.
 *
 * There is no YAML here, only what pages write: `key: value`, quoted or not,
 * `key: [a, b]` and lists of strings line by line. What is more than that
 * (nested maps, block scalars, anchors, tags) stays the text it is.
 */
#ifndef FORMATS_MARKUP_FRONT_H
#define FORMATS_MARKUP_FRONT_H

#include "formats/markup/lines.h"
#include "formats/markup/sections.h"

struct front {
    uint32_t lines; /* with both fences; 0: there is none */
    const struct section_field *fields;
    uint32_t n_fields;
};

/*
 * front_read - the front matter that the text begins with.
 *
 * It is one when the first line is ---, a later one is --- or ..., and the
 * first line between them that says anything begins a `key:`; else a page that
 * begins with a rule would lose what follows.
 *
 * out      out     borrows the text of `l`, the rest lives in `a`
 * errors   ERR_LIMIT  more than SECTIONS_MAX_FIELDS fields or values of one
 */
MUST_CHECK enum err front_read(const struct lines *l, struct arena *a,
                               struct front *out, struct error *e);

/* The first value of the field `key`, any case; empty when there is none. */
struct str front_text(const struct section_field *fields, uint32_t n,
                      const char *key);

#endif
