/*
 * note_mark.c - marks of notes in the text: "2,061" with a small raised "1" behind it.
 *
 * Put to its word it makes another figure of it. A power looks the same, so that only a
 * mark goes that a line in smaller type begins with further down on the page, which is
 * then its note; and none behind "10", or behind the short name of a unit. Notes at the
 * end of the document are not found, and their marks stay.
 */
#include "formats/pdf/note_mark.h"

#include <string.h>

#define SMALLER    0.85F /* of the size of the word that it marks, at most */
#define RAISED     0.15F /* of that size, at least */
#define NEAR       0.35F /* of that size, from the word at most */
#define NOTE_SIZE  0.95F /* of that size, the type of its note at most */
#define MARK_BYTES 4u
#define UNIT_BYTES 2u /* "km" */

static bool is_sign(char c)
{
    return c == '(' || c == ')' || c == '[' || c == ']' || c == '.' || c == ':';
}

struct str note_mark_bare(struct str s)
{
    while (s.n > 0 && is_sign(s.p[0]))
        s = str_slice(s, 1, s.n);
    while (s.n > 0 && is_sign(s.p[s.n - 1]))
        s.n--;
    return s;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (is_digit(s.p[i]))
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
           before->base - w->base + w->raised >= RAISED * before->size &&
           w->box.x0 - before->box.x1 <= NEAR * before->size &&
           w->box.x0 >= before->box.x0;
}

bool note_mark_fits(const struct pdf_word *before, const struct pdf_word *w,
                    struct str *mark)
{
    *mark = note_mark_bare(w->text);
    return mark->n > 0 && w->text.n <= MARK_BYTES && is_raised(before, w) &&
           !may_have_exponent(before->text);
}

bool note_mark_is_figure(const struct pdf_word *before,
                         const struct pdf_word *w)
{
    return before->text.n > 0 && w->text.n > 0 &&
           is_digit(before->text.p[before->text.n - 1]) &&
           is_digit(w->text.p[0]) && is_raised(before, w);
}

/* ---- of a page ---- */

struct note {
    struct str mark;
    float top, size; /* of its type, behind the mark */
};

/* What begins as notes do. */
static size_t list_notes(const struct pdf_segment *segment, size_t n,
                         struct note *out)
{
    size_t found = 0;

    for (size_t i = 0; i < n && found < NOTE_MARKS_MAX; i++) {
        const struct pdf_segment *s = &segment[i];
        const struct str mark =
            s->n > 1 ? note_mark_bare(s->word[0]->text) : (struct str){0};

        if (mark.n > 0 && s->word[0]->text.n <= MARK_BYTES)
            out[found++] = (struct note){mark, s->box.y0, s->word[1]->size};
    }
    return found;
}

static bool has_note(const struct note *note, size_t n,
                     const struct pdf_word *before, struct str mark)
{
    for (size_t i = 0; i < n; i++)
        if (note[i].top > before->base &&
            note[i].size <= NOTE_SIZE * before->size &&
            str_eq(note[i].mark, mark))
            return true;
    return false;
}

void note_marks_find(const struct pdf_segment *segment, size_t n)
{
    struct note note[NOTE_MARKS_MAX];
    const size_t n_notes = list_notes(segment, n, note);
    size_t marks = 0;

    for (size_t i = 0; i < n && n_notes > 0; i++)
        for (size_t k = 1; k < segment[i].n && marks < NOTE_MARKS_MAX; k++) {
            const struct pdf_word *before = segment[i].word[k - 1];
            struct pdf_word *w = segment[i].word[k];
            struct str mark;

            if (!note_mark_fits(before, w, &mark))
                continue;
            marks++;
            w->is_note_mark = has_note(note, n_notes, before, mark);
        }
}
