#include "ask/named_table.h"

/* Values that differ, of a key's: counts are estimates. */
#define KEY_DISTINCT 0.97

/* What words of a table's name weigh that a question says, beside its key's. */
#define NAME_WORD  4u
#define NAME_WHOLE 2u

/* Does the question say a word? */
static bool is_said(const struct word *name, const struct words *w)
{
    for (size_t k = 0; k < w->n; k++)
        if (str_eq(name->stem, w->word[k].stem))
            return true;
    return false;
}

/* Has each row its own, by which others may refer to it? */
static bool is_key(const struct schema_table *t, const struct schema_column *c)
{
    return t->rows > 1 && c->non_null == t->rows &&
           (double)c->distinct >= KEY_DISTINCT * (double)t->rows &&
           (c->kind == COLUMN_ID || c->kind == COLUMN_TEXT);
}

/* Does the question say what the first key of the table is of: orders, of order_id? */
static bool is_key_said(const struct schema_table *t, const struct words *w)
{
    size_t i = 0;

    while (i < t->n_columns && !is_key(t, &t->columns[i]))
        i++;
    for (size_t k = 0; i < t->n_columns && k < t->columns[i].words.n; k++)
        if (is_said(&t->columns[i].words.word[k], w))
            return true;
    return false;
}

/* Words of a name that tell what a row is. */
static size_t count_telling(const struct words *name)
{
    size_t n = 0;

    for (size_t i = 0; i < name->n; i++)
        n += name->word[i].kind != WORD_NUMBER;
    return n;
}

static size_t count_said(const struct words *name, const struct words *w)
{
    size_t said = 0;

    for (size_t i = 0; i < name->n; i++)
        said += name->word[i].kind != WORD_NUMBER && is_said(&name->word[i], w);
    return said;
}

size_t named_table_words(const struct schema_table *t, const struct words *w)
{
    size_t most = count_said(&t->words, w);

    for (size_t i = 0; i < t->n_also; i++) {
        const size_t said = count_said(&t->also[i], w);

        most = said > most ? said : most;
    }
    return most;
}

/* Is one of its names said to the end? */
static bool is_said_whole(const struct schema_table *t, const struct words *w)
{
    size_t said = count_said(&t->words, w);

    if (said && said == count_telling(&t->words))
        return true;
    for (size_t i = 0; i < t->n_also; i++) {
        said = count_said(&t->also[i], w);
        if (said && said == count_telling(&t->also[i]))
            return true;
    }
    return false;
}

size_t named_table(const struct schema_table *t, const struct words *w)
{
    return named_table_words(t, w) * NAME_WORD +
           (is_said_whole(t, w) ? NAME_WHOLE : 0) + (is_key_said(t, w) ? 1 : 0);
}
