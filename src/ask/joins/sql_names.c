#include "ask/joins/sql_names.h"

bool join_is_one_file(const struct ask_schema *s, const size_t *tables,
                      size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (s->tables[tables[i]].file != s->tables[tables[0]].file)
            return false;
    }
    return true;
}

static bool is_taken(const struct str *names, size_t n, struct str name)
{
    while (n-- > 0) {
        if (str_eq_nocase(names[n], name))
            return true;
    }
    return str_eq_nocase(name, STR("data"));
}

enum err join_sql_names(const struct ask_schema *s, const size_t *tables,
                        size_t n, struct arena *a, struct str *names,
                        struct error *e)
{
    bool one = join_is_one_file(s, tables, n);

    BUG_ON(n > JOIN_MAX_TABLES);
    for (size_t i = 0; i < n; i++) {
        const struct schema_table *t = &s->tables[tables[i]];
        bool is_data = i == 0 && str_eq_nocase(t->own, STR("data"));

        names[i] = one ? t->sql : t->own;
        for (unsigned k = 2; !one && !is_data && is_taken(names, i, names[i]);
             k++) {
            if (str_printf(a, &names[i], e, "%.*s_%u", STR_FMT(t->own), k))
                return e->code;
        }
    }
    return OK;
}

enum err join_sql_with(struct str with, struct str sql, struct arena *a,
                       struct str *out, struct error *e)
{
    static const char *const begins[] = {"WITH RECURSIVE ", "WITH "};
    struct str rest = str_trim(sql);

    for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++) {
        struct str begin = str_from(begins[i]);

        if (rest.n > begin.n &&
            str_eq_nocase(str_slice(rest, 0, begin.n), begin))
            return str_printf(a, out, e, "%s%.*s, %.*s", begins[i],
                              STR_FMT(with),
                              STR_FMT(str_slice(rest, begin.n, rest.n)));
    }
    return str_printf(a, out, e, "WITH %.*s %.*s", STR_FMT(with),
                      STR_FMT(rest));
}
