/*
 * slug.h - the id of a heading that the document gives none, as common site
 * generators make it.
 *
 *   GitHub   small letters of any script; kept are \w of Unicode, - and space,
 *            a space becomes -. Taken: -1, -2.         "Für & Wider" für--wider
 *   mdBook   only A-Z become small; kept are letters and numbers of any kind,
 *            _ and -, white space becomes -. Taken: -1, -2.
 *   MkDocs   (Python-Markdown's toc) decomposed, then only ASCII is kept: \w, -
 *            and white space, runs of the last two become one -. Taken or
 *            empty: _1, _2.                            "Für & Wider" fur-wider
 *
 * All ids that the document gives itself count as taken from the start, as
 * Python-Markdown has it; the others would make the same id twice, of which
 * the second could not be reached.
 */
#ifndef FORMATS_MARKUP_SLUG_H
#define FORMATS_MARKUP_SLUG_H

#include "base/str_table.h"
#include "formats/markup/sections.h"

struct slugs {
    enum sections_id_style style;
    struct str_table taken; /* id -> the last number put after it */
    uint64_t tried_empty;   /* the last number of a heading that slugs to "" */
    struct arena *a;
};

/* None taken; the table and the ids live in `a`. */
void slugs_init(struct slugs *s, enum sections_id_style style, struct arena *a);

/* An id that the document has; it may have it twice. Borrows `id`. */
MUST_CHECK enum err slugs_take(struct slugs *s, struct str id, struct error *e);

/*
 * slugs_make - the next id for a heading.
 *
 * in       text  of the heading, without markup
 * out      id    lives in s->a; empty where the style has none for it
 */
MUST_CHECK enum err slugs_make(struct slugs *s, struct str text, struct str *id,
                               struct error *e);

#endif
