#include "engine/postgres/postgres_which.h"

#define FULL_NAME "(n.nspname || '.' || c.relname)"

/* A text of SQL, without its quotes. */
static void put_text(struct buf *sql, char c)
{
    buf_puts(sql, c == '\'' ? "'" : "");
    buf_put_char(sql, c);
}

/* A pattern of LIKE, in which a backslash goes before what is meant as it is. */
static void put_pattern(struct buf *sql, struct str pattern)
{
    buf_puts(sql, FULL_NAME " LIKE '");
    if (str_find_char(pattern, '.') == pattern.n && !str_is(pattern, "*"))
        buf_puts(sql, "public.");
    for (size_t i = 0; i < pattern.n; i++) {
        const char c = pattern.p[i];

        if (c == '%' || c == '_' || c == '\\')
            buf_put_char(sql, '\\');
        put_text(sql, c == '*' ? '%' : c);
    }
    buf_put_char(sql, '\'');
}

void postgres_which_patterns(struct str patterns, struct buf *sql)
{
    bool some = false;

    while (patterns.n > 0) {
        const size_t end = str_find_char(patterns, ',');
        const struct str one = str_trim(str_slice(patterns, 0, end));

        patterns = str_slice(patterns, end + 1, patterns.n);
        if (one.n == 0)
            continue;
        buf_puts(sql, some ? " OR " : " AND (");
        put_pattern(sql, one);
        some = true;
    }
    buf_puts(sql, some ? ") " : "");
}

void postgres_which_names(const struct json *tables, struct buf *sql)
{
    const struct json *first = tables ? tables->first : NULL;

    for (const struct json *j = first; j; j = j->next) {
        const struct str name = json_text(json_find(j, "name"));

        buf_puts(sql,
                 j == first ? " AND " POSTGRES_WHICH_NAME " IN ('" : ", '");
        for (size_t i = 0; i < name.n; i++)
            put_text(sql, name.p[i]);
        buf_put_char(sql, '\'');
    }
    buf_puts(sql, first ? ") " : "");
}
