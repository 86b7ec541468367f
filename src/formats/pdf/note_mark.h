/* note_mark.h - marks of notes: a small raised "1" behind a word or a figure. Private to
 * the module. */
#ifndef FORMATS_PDF_NOTE_MARK_H
#define FORMATS_PDF_NOTE_MARK_H

#include "formats/pdf/layout.h"

/* "(1)" and "1." are "1" */
struct str note_mark_bare(struct str s);

/* May a word be the mark of a note behind the one before it, or is it a power or a word of
 * its own? *mark is its bare text. */
bool note_mark_fits(const struct pdf_word *before, const struct pdf_word *w,
                    struct str *mark);

/* Is a raised figure right behind another one, which it would change if it were put to it:
 * the mark of a note that is elsewhere, or a power? */
bool note_mark_is_figure(const struct pdf_word *before,
                         const struct pdf_word *w);

/*
 * note_marks_find - mark the words of a page that are marks of notes: below them a line in
 * smaller type begins so.
 *
 * in       segment  segment[n], of one turn, in any order
 * cost     O(words + n + marks * notes), of each at most NOTE_MARKS_MAX
 */
void note_marks_find(const struct pdf_segment *segment, size_t n);

#define NOTE_MARKS_MAX 300u

#endif
