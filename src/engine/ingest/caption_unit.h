/*
 * caption_unit.h - what a title, a comment or a footer says that the figures of its
 * table are counted in: "in thousands of euros", "(USD millions)", 单位：万元.
 */
#ifndef ENGINE_INGEST_CAPTION_UNIT_H
#define ENGINE_INGEST_CAPTION_UNIT_H

#include "base/str.h"

#define CAPTION_UNIT_BYTES 120u

struct caption_unit {
    char text[CAPTION_UNIT_BYTES]; /* as the caption has it; empty: no unit */
    uint64_t line;                 /* of the text; 0: of no line */
};

/*
 * caption_unit_find - the unit that a text states.
 *
 * A number before the scale makes it an amount: "over 2 million visitors" says nothing
 * of the table. Nor does a word of scale that neither "in", a currency nor parentheses
 * come with.
 *
 * in       caption  UTF-8; of a long one the beginning counts
 * out      out      filled where there is one
 * returns  whether there is one
 */
bool caption_unit_find(struct str caption, struct caption_unit *out);

#endif
