/*
 * table_mark.c - marks of notes in cells: "12.5" with a small raised "1" behind it.
 *
 * With it the cell is no number, nor the column. An exponent looks the same, so that only
 * a mark goes that a line below the table begins with, which is then its note; and none
 * behind "10", or behind the short name of a unit.
 */
#include "formats/pdf/table.h"

#define SMALLER    0.85F /* of the size of the word that it marks, at most */
#define RAISED     0.15F /* of that size, at least */
#define NEAR       0.35F /* of that size, from the word at most */
#define MARK_BYTES 4u
#define UNIT_BYTES 2u /* "km" */

static bool is_sign(char c)
{
    return c == '(' || c == ')' || c == '[' || c == ']' || c == '.' || c == ':';
}

/* "(1)" and "1." are "1" */
static struct str bare(struct str s)
{
    while (s.n > 0 && is_sign(s.p[0]))
        s = str_slice(s, 1, s.n);
    while (s.n > 0 && is_sign(s.p[s.n - 1]))
        s.n--;
    return s;
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] >= '0' && s.p[i] <= '9')
            return true;
    return false;
}

static bool may_have_exponent(struct str s)
{
    return str_ends(s, STR("10")) || (!has_digit(s) && s.n <= UNIT_BYTES);
}

static bool is_raised(const struct pdf_word *before, const struct pdf_word *w)
{
    return w->size <= SMALLER * before->size &&
           before->base - w->base >= RAISED * before->size &&
           w->box.x0 - before->box.x1 <= NEAR * before->size &&
           w->box.x0 >= before->box.x0;
}

static bool has_note(const struct table_page *p, float below, struct str mark)
{
    for (size_t i = 0; p->lines && i < p->lines->n; i++) {
        const struct pdf_line *l = &p->lines->line[i];

        if (l->turn == p->w.turn && l->box.y0 >= below && l->n_segments > 0 &&
            l->segment[0]->n > 1 &&
            str_eq(bare(l->segment[0]->word[0]->text), mark))
            return true;
    }
    return false;
}

bool table_is_mark(const struct table_page *p, float below,
                   const struct pdf_word *before, const struct pdf_word *w)
{
    const struct str mark = bare(w->text);

    return mark.n > 0 && w->text.n <= MARK_BYTES && is_raised(before, w) &&
           !may_have_exponent(before->text) && has_note(p, below, mark);
}
