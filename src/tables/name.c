#include "tables/name.h"

static bool drop_suffix(struct str *name, struct str suffix)
{
    if (name->n <= suffix.n ||
        !str_eq_nocase(str_slice(*name, name->n - suffix.n, name->n), suffix))
        return false;
    name->n -= suffix.n;
    return true;
}

struct str name_of_path(struct str path)
{
    struct str name = str_after_last(path, '/');

    if (!drop_suffix(&name, STR(".gz")))
        (void)drop_suffix(&name, STR(".zst"));
    return name;
}

struct str name_suffix(struct str name)
{
    size_t dot;

    for (dot = name.n; dot > 0 && name.p[dot - 1] != '.'; dot--)
        ;
    return dot > 1 ? str_slice(name, dot - 1, name.n) : (struct str){"", 0};
}

struct str name_of_table(struct str path)
{
    struct str name = name_of_path(path);

    return str_slice(name, 0, name.n - name_suffix(name).n);
}
