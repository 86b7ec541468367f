/* source_text.h - decodes a document's bytes to text: also those of a part of a
 * mail. */
#ifndef FORMATS_MARKUP_SOURCE_TEXT_H
#define FORMATS_MARKUP_SOURCE_TEXT_H

#include "formats/markup/sections.h"

struct source {
    struct str text;
    struct encoding_report encoding;
    bool is_source; /* the text is the source after its mark */
    size_t base;    /* what to add to an offset in the text */
};

/*
 * source_read - decode.
 *
 * in       bytes     the source
 *          declared  an encoding; empty: find out
 * out      out       borrows `bytes` where it is UTF-8 without NUL, else its
 *                    text lives in `a`
 * errors   as sections_parse()
 */
MUST_CHECK enum err source_read(struct str bytes, struct str declared,
                                struct arena *a, struct source *out,
                                struct error *e);

#endif
