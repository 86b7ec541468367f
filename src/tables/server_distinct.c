#include "tables/server_distinct.h"

#include "base/buf.h"

#define JOIN     " LEFT JOIN "
#define COUNT    "count(DISTINCT "
#define FROM     " FROM "
#define SQL_MOST ((size_t)4 << 20)

/* A name in quotes at the beginning of a text, which then begins after it. */
static bool take_name(struct str *text, struct str *name)
{
    const size_t end = str_starts(*text, STR("\""))
                           ? str_find(str_slice(*text, 1, text->n), STR("\""))
                           : text->n;

    if (end + 1 >= text->n)
        return false;
    *name = str_slice(*text, 1, end + 1);
    *text = str_slice(*text, end + 2, text->n);
    return !str_starts(*text, STR("\"")); /* a quote that is a part of it */
}

static bool take(struct str *text, const char *what)
{
    const struct str word = str_from(what);

    if (!str_starts(*text, word))
        return false;
    *text = str_slice(*text, word.n, text->n);
    return true;
}

static const struct json *find(const struct server_tables *tables,
                               struct str sql)
{
    for (size_t i = 0; i < tables->n; i++)
        if (str_eq(tables->list[i].sql, sql))
            return tables->list[i].table;
    return NULL;
}

/* Is it all of the primary key? */
static bool is_key(const struct json *table, struct str column)
{
    const struct json *list =
        json_find(json_find(table, "fidelity"), "columns");
    bool found = false;

    for (const struct json *c = list ? list->first : NULL; c; c = c->next) {
        if (!json_is_true(json_find(c, "is_key")))
            continue;
        if (!str_eq(json_text(json_find(c, "name")), column))
            return false;
        found = true;
    }
    return found;
}

/* What may come after a source of rows, so that there is no other beside it. */
static bool ends_source(struct str rest)
{
    static const char *const ends[] = {")",        " WHERE ",   " GROUP BY ",
                                       " HAVING ", " QUALIFY ", " ORDER BY ",
                                       " LIMIT ",  " AND ",     JOIN};

    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (str_starts(rest, str_from(ends[i])))
            return true;
    return rest.n == 0;
}

/* "customers" AS "buyers" ON "visits"."buyer" = "buyers"."id", by a primary key. */
static bool is_by_key(struct str text, const struct server_tables *tables)
{
    struct str table, name, left, column, right, key;

    if (!take_name(&text, &table))
        return false;
    name = table;
    if (take(&text, " AS ") && !take_name(&text, &name))
        return false;
    return take(&text, " ON ") && take_name(&text, &left) && take(&text, ".") &&
           take_name(&text, &column) && take(&text, " = ") &&
           take_name(&text, &right) && take(&text, ".") &&
           take_name(&text, &key) && ends_source(text) && str_eq(right, name) &&
           !str_eq(left, name) && is_key(find(tables, table), key);
}

static bool are_by_keys(struct str sql, const struct server_tables *tables)
{
    for (;;) {
        const size_t at = str_find(sql, STR(JOIN));

        if (at == sql.n)
            return true;
        sql = str_slice(sql, at + sizeof(JOIN) - 1, sql.n);
        if (!is_by_key(sql, tables))
            return false;
    }
}

/* From a parenthesis to what is after the one that closes it. */
static struct str after(struct str text)
{
    char quote = '\0';
    size_t depth = 0;

    for (size_t i = 0; i < text.n; i++) {
        const char c = text.p[i];

        if (quote || c == '"' || c == '\'')
            quote = quote == c ? '\0' : quote ? quote : c;
        else if (c == '(')
            depth++;
        else if (c == ')' && --depth == 0)
            return str_slice(text, i + 1, text.n);
    }
    return STR("?");
}

/* The one table that all of it is FROM; empty: there are others, or none. */
static struct str only_table(struct str sql)
{
    struct str only = {0};

    for (;;) {
        const size_t at = str_find(sql, STR(FROM));
        struct str name;

        if (at == sql.n)
            return only;
        sql = str_slice(sql, at + sizeof(FROM) - 1, sql.n);
        if (str_starts(sql, STR("(SELECT ")) && ends_source(after(sql)))
            continue;
        if (only.n || !take_name(&sql, &name) || !ends_source(sql))
            return (struct str){0};
        only = name;
    }
}

/* Is there a join of another kind, or anything else that may have a row twice? */
static bool is_plain(struct str sql)
{
    static const char *const others[] = {"union", "with ", " join "};
    const size_t back = sizeof(JOIN) - sizeof(" JOIN ");

    for (size_t i = 0; i < sql.n; i++)
        for (size_t k = 0; k < COUNT_OF(others); k++) {
            const struct str word = str_from(others[k]);

            if (str_eq_nocase(str_slice(sql, i, i + word.n), word) &&
                (i < back ||
                 !str_starts(str_slice(sql, i - back, sql.n), STR(JOIN))))
                return false;
        }
    return str_starts(sql, STR("SELECT "));
}

/* Is the end of a text within quotes? */
static bool is_in_text(struct str before)
{
    bool is = false;

    for (size_t i = 0; i < before.n; i++)
        is ^= before.p[i] == '\'';
    return is;
}

static enum err drop(struct str sql, const struct json *table, struct arena *a,
                     struct str *out, struct error *e)
{
    const struct str whole = sql;
    struct buf b;
    enum err rc;

    buf_init(&b, SQL_MOST);
    while (sql.n) {
        const size_t at = str_find(sql, STR(COUNT));
        const size_t end = at + (at < sql.n ? sizeof(COUNT) - 1 : 0);
        struct str rest = str_slice(sql, end, sql.n);
        struct str name;

        buf_put_str(&b, str_slice(sql, 0, at));
        sql = str_slice(sql, end, sql.n);
        if (rest.n == 0)
            continue;
        buf_puts(&b, take_name(&rest, &name) && is_key(table, name) &&
                             str_starts(rest, STR(")")) &&
                             !is_in_text(str_slice(whole, 0, whole.n - sql.n))
                         ? "count("
                         : COUNT);
    }
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

enum err server_distinct_drop(struct str sql,
                              const struct server_tables *tables,
                              struct arena *a, struct str *out, struct error *e)
{
    const struct json *table =
        is_plain(sql) ? find(tables, only_table(sql)) : NULL;

    *out = sql;
    return table && are_by_keys(sql, tables) ? drop(sql, table, a, out, e) : OK;
}
