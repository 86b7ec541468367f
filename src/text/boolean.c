#include "text/boolean.h"

bool boolean_parse(struct str s, bool *value)
{
    bool yes = str_eq_nocase(s, STR("true"));

    if (!yes && !str_eq_nocase(s, STR("false")))
        return false;
    *value = yes;
    return true;
}
