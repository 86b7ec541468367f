/*
 * table_mark.c - marks of notes in cells: "12.5" with a small raised "1" behind it.
 *
 * With it the cell is no number, nor the column. An exponent looks the same, so that only
 * a mark goes that a line below the table begins with, in whatever type, or that is one in
 * the text of the page (note_mark.c).
 */
#include "formats/pdf/note_mark.h"
#include "formats/pdf/table.h"

static bool has_note(const struct table_page *p, float below, struct str mark)
{
    for (size_t i = 0; p->lines && i < p->lines->n; i++) {
        const struct pdf_line *l = &p->lines->line[i];

        if (l->turn == p->w.turn && l->box.y0 >= below && l->n_segments > 0 &&
            l->segment[0]->n > 1 &&
            str_eq(note_mark_bare(l->segment[0]->word[0]->text), mark))
            return true;
    }
    return false;
}

bool table_is_mark(const struct table_page *p, float below,
                   const struct pdf_word *before, const struct pdf_word *w)
{
    struct str mark;

    return w->is_note_mark ||
           (note_mark_fits(before, w, &mark) && has_note(p, below, mark));
}
