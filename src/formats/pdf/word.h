/*
 * word.h - the words of a page with their places. Private to the module.
 *
 * Coordinates are in points and as the text is read: x to the right, y down,
 * whichever way the words are turned on the page. So words of different turns
 * have no place in common.
 */
#ifndef FORMATS_PDF_WORD_H
#define FORMATS_PDF_WORD_H

#include "base/str.h"
#include "formats/pdf/pdfium.h"

/* Of one page: what has more is made to be slow. */
#define PDF_MAX_CHARACTERS 500000

struct pdf_box {
    float x0, x1, y0, y1; /* y0 is above y1 */
};

struct pdf_word {
    struct pdf_box box;
    float base; /* the line that it stands on */
    float
        raised; /* how far above it, in smaller type behind another word; its base and
                     the height of its box are those of that one */
    float size; /* of its type */
    bool is_bold;
    bool is_spaced;      /* white space is before it in the page's own order */
    bool ends_in_hyphen; /* ends in a hyphen that is not part of the word */
    bool is_rtl;         /* written from right to left */
    bool is_note_mark;   /* the mark of a note (note_mark.h) */
    bool is_tabled;      /* in a table that was found */
    unsigned turn;       /* quarters of a turn, counterclockwise */
    struct str text;
};

struct pdf_words {
    struct pdf_word *word; /* word[n], in the page's own order */
    size_t n;
    size_t characters; /* that are not white space */
    size_t unknown;    /* of them, whose letter the document does not tell */
    unsigned turn;     /* of most of them */
};

/* Make a box hold another one, too. */
void pdf_box_widen(struct pdf_box *box, const struct pdf_box *more);

/* For qsort() of pointers to words of one page: from above to below, and from left
 * to right. */
int pdf_words_by_base(const void *p, const void *q);
int pdf_words_by_left(const void *p, const void *q);

/* Are two units of UTF-16 one character? */
static inline bool pdf_is_pair(uint32_t high, uint32_t low)
{
    return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}

/* The character. */
static inline uint32_t pdf_pair(uint32_t high, uint32_t low)
{
    return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

/*
 * pdf_words_read - the words of a page.
 *
 * in       text  of FPDFText_LoadPage()
 * out      out   lives in `a`
 * errors   ERR_LIMIT  more than PDF_MAX_CHARACTERS, or `a` is full
 * cost     O(characters)
 */
MUST_CHECK enum err pdf_words_read(const struct pdfium *lib, void *text,
                                   struct arena *a, struct pdf_words *out,
                                   struct error *e);

#endif
