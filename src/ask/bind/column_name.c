#include "ask/bind/column_name.h"

bool bind_is_called(const struct schema_column *c, const struct term_list *list)
{
    for (size_t i = 0; i < c->words.n; i++) {
        if (term_list_has(list, c->words.word[i].fold))
            return true;
    }
    return false;
}

bool bind_name_has(const struct schema_column *c, const struct term_list *list)
{
    return term_list_within(list, c->name);
}

bool bind_is_birth(const struct schema_column *c)
{
    return c->kind == COLUMN_DATE &&
           (bind_is_called(c, &words_bind_birth) ||
            bind_name_has(c, &words_bind_birth_chinese));
}
