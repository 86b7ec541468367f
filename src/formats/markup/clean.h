/*
 * clean.h - builds a document's clean text, with where each piece of it is
 * in the source. Private to the module.
 *
 * A failure is kept in the buffer, as in buf.h, or in `e`; clean_finish() tells.
 */
#ifndef FORMATS_MARKUP_CLEAN_H
#define FORMATS_MARKUP_CLEAN_H

#include "formats/markup/section_list.h"
#include "formats/markup/sections.h"

#include "base/buf.h"

#define CLEAN_NOWHERE SIZE_MAX /* no list or quote is around it */

struct clean {
    struct arena *a;
    struct error *e;
    struct str source_text;
    struct buf text;
    struct list spans, blocks, headings;
    size_t source; /* where the last span ends: they ascend */
    size_t around; /* of the last block: the list or quote around it */
    bool failed;   /* `e` is filled */
};

/* Nothing yet; all of them are used until clean_finish(). */
void clean_init(struct clean *c, struct str source, struct arena *a,
                struct error *e);

/* Give back; in every case. */
void clean_release(struct clean *c);

/*
 * Text without a line end that is in bytes [source, source + source_n) of
 * the source, as it is or encoded.
 *
 * in       source  SIZE_MAX: nobody knows where
 */
void clean_put(struct clean *c, struct str s, size_t source, size_t source_n);

/* Text that is ours: a bullet, a line end. */
void clean_say(struct clean *c, const char *text);

/* A heading begins here, which begins at byte `source`. */
void clean_heading(struct clean *c, size_t source);

/*
 * A block begins here and goes on until the next or the end. One of text goes
 * on with the one before it in the same list or quote.
 *
 * in       around  a number of that list or quote, or CLEAN_NOWHERE
 */
void clean_block(struct clean *c, enum clean_kind kind, size_t around);

/*
 * clean_finish - hand over.
 *
 * in       sections  whole, with the offsets of the text; `out` is a part of it
 * out      out       lives in the arena
 * errors   ERR_LIMIT
 */
MUST_CHECK enum err clean_finish(struct clean *c,
                                 const struct sections *sections,
                                 struct clean_text *out);

#endif
