/*
 * What the rows are called. "Orders" is no order_date: the noun is the modifier
 * of the name and says whose date it is. Where no column is called by the noun
 * itself, it is what the rows are, as long as nothing else identifies them: of
 * employee_id and hire_date the rows are employees, and hires some of them.
 */
#include "ask/link/row_noun.h"

/* Does each row have its own text or code of the column? */
static bool is_own(const struct schema_table *t, const struct schema_column *c)
{
    return (c->kind == COLUMN_TEXT || c->kind == COLUMN_ID) &&
           c->distinct * 100 >= t->rows * 97;
}

static bool says_word(const struct words *w, struct str stem)
{
    for (size_t i = 0; i < w->n; i++) {
        if (str_eq(w->word[i].stem, stem))
            return true;
    }
    return false;
}

/* Does the table's name say the words? */
static bool is_of_table(const struct schema_table *t, const struct words *w,
                        const struct link *c)
{
    for (size_t at = c->from; at < c->to; at++) {
        if (!says_word(&t->words, w->word[at].stem))
            return false;
    }
    return true;
}

/* A code or a name of something else, of which each row has its own. */
static bool identifies_rows(const struct schema_table *t,
                            const struct schema_column *c)
{
    if (c->words.n < 2 || !is_own(t, c))
        return false;
    for (size_t k = 0; k < c->words.n; k++) {
        if (c->nouns[k].groups & (GROUP_GENERIC | GROUP_NAME) &&
            !(c->nouns[k].groups & GROUP_UNIT))
            return true;
    }
    return false;
}

static bool has_date(const struct link *c)
{
    for (size_t i = 0; i < c->n_hits; i++) {
        if (c->hits[i].column->kind == COLUMN_DATE)
            return true;
    }
    return false;
}

/* Is the column an attribute of another noun, which has a date where `dated`? */
static bool is_of_other(const struct schema_column *c, const struct link *of,
                        bool dated)
{
    for (size_t i = 0; i < of->n_hits; i++) {
        if (of->hits[i].column == c ||
            str_eq(of->hits[i].column->words.word[0].stem,
                   c->words.word[0].stem))
            return false;
    }
    return dated ? c->kind == COLUMN_DATE : true;
}

bool link_names_rows(const struct schema_table *t, const struct words *w,
                     struct link *c)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n_hits; i++) {
        if (!c->hits[i].modifier || is_own(t, c->hits[i].column))
            c->hits[n++] = c->hits[i];
    }
    if (n) {
        c->n_hits = n;
        return false;
    }
    if (is_of_table(t, w, c))
        return true;
    if (c->n_hits == 1 && c->hits[0].column->kind == COLUMN_NUMBER)
        return false; /* the wind is the wind_speed */
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *other = &t->columns[i];

        if (identifies_rows(t, other) ||
            (!has_date(c) && other->kind == COLUMN_DATE && other->words.n > 1 &&
             is_of_other(other, c, true)))
            return false;
    }
    return true;
}
