#include "ask/link/count_column.h"

#include "ask/link/link.h"
#include "ask/vocabulary/term_lists.h"
#include "ask/vocabulary/unit.h"

#define MIN_PLURAL 4 /* letters */
#define MAX_WORDS  3 /* of a name */

static bool ends_as(struct str s, const struct term_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        if (str_ends(s, str_from(list->word[i])))
            return true;
    return false;
}

/* A plural: no glass, status or crisis. */
static bool is_plural(const struct word *w)
{
    return w->kind != WORD_CJK && w->fold.n >= MIN_PLURAL &&
           ends_as(w->fold, &words_link_plural_end) &&
           !ends_as(w->fold, &words_link_singular_end);
}

/* Does a word of it say that it is no count: stars, years, kilograms? */
static bool says_other(const struct words *w)
{
    struct unit unit;

    for (size_t i = 0; i < w->n; i++)
        if (term_list_has(&words_link_not_counted, w->word[i].fold) ||
            unit_find(w, i, &unit))
            return true;
    return false;
}

static bool counts(const struct schema_column *c)
{
    const size_t last = c->words.n - 1;

    return c->kind == COLUMN_NUMBER && c->whole && !c->clock && !c->percent &&
           !c->empty && !c->groups && c->words.n && c->words.n <= MAX_WORDS &&
           !(c->min.n && c->min.p[0] == '-') &&
           (is_plural(&c->words.word[0]) || is_plural(&c->words.word[last])) &&
           !says_other(&c->words);
}

/* Figures of months are as often of what is there at their end. */
static bool has_days(const struct schema_table *t)
{
    for (size_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].kind == COLUMN_DATE &&
            t->columns[i].view == VIEW_CELL)
            return true;
    return false;
}

void count_columns_find(struct schema_table *t)
{
    if (!has_days(t))
        return;
    for (size_t i = 0; i < t->n_columns; i++) {
        struct schema_column *c = &t->columns[i];

        if (!counts(c))
            continue;
        c->groups |= GROUP_COUNTABLE;
        c->nouns[0].groups |= GROUP_COUNTABLE;
        if (!c->nouns[0].words)
            c->nouns[0].words = 1;
    }
}
