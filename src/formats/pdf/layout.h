/*
 * layout.h - the lines of a page in the order in which they are read. Private
 * to the module.
 */
#ifndef FORMATS_PDF_LAYOUT_H
#define FORMATS_PDF_LAYOUT_H

#include "formats/pdf/word.h"

#include <stdint.h>

/* Words that are near each other, on one line. */
struct pdf_segment {
    struct pdf_word **word; /* word[n], from left to right */
    size_t n;
    struct pdf_box box;
    float size;
    float letters;
};

struct pdf_line {
    struct str text; /* cells of a table are two blanks apart */
    struct pdf_box box;
    float size;          /* of the type of most of it */
    bool is_bold;        /* all of it */
    bool ends_in_hyphen; /* ends in a hyphen that the line's end made */
    bool is_repeated;    /* of a header or footer that was before */
    unsigned turn;       /* of its words */
    uint8_t level;       /* of the heading that it is, or 0 */
    uint32_t cells;      /* pieces that are apart from each other */
    uint32_t column; /* lines of a column follow each other; counted per page */
    struct pdf_segment **segment; /* segment[n_segments], from left to right; as
                                     long as the page is looked at */
    size_t n_segments;
};

struct pdf_lines {
    struct pdf_line *line; /* line[n] */
    size_t n;
};

/*
 * pdf_layout - words to lines, columns one after the other.
 *
 * Words that are turned another way than most come last.
 *
 * in       scratch  for what is forgotten
 * out      out      its array lives in `scratch`, the texts in `a`
 * errors   ERR_LIMIT  `a` or `scratch` is full
 * cost     O(n log n) for n words
 */
MUST_CHECK enum err pdf_layout(const struct pdf_words *words,
                               struct arena *scratch, struct arena *a,
                               struct pdf_lines *out, struct error *e);

#endif
