#include "ask/bind/column_name.h"

bool bind_is_called(const struct schema_column *c, const char *const *list,
                    size_t n)
{
    for (size_t i = 0; i < c->words.n; i++) {
        if (str_in(c->words.word[i].fold, list, n))
            return true;
    }
    return false;
}

bool bind_name_has(const struct schema_column *c, const char *const *list,
                   size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (str_find(c->name, str_from(list[i])) < c->name.n)
            return true;
    }
    return false;
}
