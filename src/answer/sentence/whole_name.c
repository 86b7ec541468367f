#include "answer/sentence/whole_name.h"

#include "answer/sentence/lex_words.h"

/* Is one of the senses a concept? */
static bool has_sense(struct lex_senses found, uint16_t concept_id)
{
    for (size_t i = 0; i < found.n; i++)
        if (found.sense[i].concept_id == concept_id)
            return true;
    return false;
}

/* Does one of the senses follow one of the others? */
static bool is_behind(const struct lex *lex, struct lex_senses last,
                      struct lex_senses first)
{
    uint16_t before;

    for (size_t i = 0; i < last.n; i++)
        if (lex_related(lex, last.sense[i].concept_id, LEX_COMPLETES, &before,
                        1) &&
            has_sense(first, before))
            return true;
    return false;
}

bool whole_name_continues(struct str before, struct str column)
{
    struct lex_words first;
    struct lex_words last;
    bool out = false;

    if (lex_words_init(&last, column)) {
        out =
            lex_words_init(&first, before) &&
            is_behind(last.lex, lex_words_find(&last), lex_words_find(&first));
        lex_words_release(&first);
    }
    lex_words_release(&last);
    return out;
}

const struct schema_column *whole_name_other(const struct schema_table *t,
                                             const struct schema_column *c,
                                             bool *first)
{
    *first = false;
    for (size_t i = 0; i < t->n_columns; i++)
        if (whole_name_continues(c->name, t->columns[i].name))
            return &t->columns[i];
    *first = true;
    for (size_t i = 0; i < t->n_columns; i++)
        if (whole_name_continues(t->columns[i].name, c->name))
            return &t->columns[i];
    return NULL;
}
