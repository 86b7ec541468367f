#include "answer/union_copy.h"

#include "store/json_tree/equal.h"
#include "tables/format.h"

#define MAX_ROWS 5000u /* of a table of a document */

static bool has_text(const struct answer_source *s)
{
    return format_has_text(json_text(json_find(s->map, "format")));
}

static const struct json *columns_of(const struct answer_source *s)
{
    const struct json *profile = json_find(s->full, "profile");

    return json_find(profile ? profile : s->full, "columns");
}

static bool is_alike(const struct answer_source *a,
                     const struct answer_source *b)
{
    const struct json *columns[] = {columns_of(a), columns_of(b)};

    return a->rows == b->rows && a->rows <= MAX_ROWS && columns[0] &&
           columns[1] && tree_same(columns[0], columns[1]);
}

static enum err read_rows(struct tables *t, const struct answer_source *s,
                          struct arena *a, const struct json **rows,
                          struct error *e)
{
    const struct table_window w = {.sql = STR("SELECT * FROM data"),
                                   .rows = MAX_ROWS};
    struct table_source from = s->from;
    struct json *result;
    struct str text;

    if (s->table.n)
        from.sheet = s->table;
    from.alone = true;
    if (table_query(t, &from, &w, a, &text, e) ||
        json_parse(text, &json_default_limits, a, &result, e))
        return e->code;
    *rows = json_find(result, "rows");
    return OK;
}

enum err union_is_copy(struct tables *t, const struct answer_source *a,
                       const struct answer_source *b, struct arena *scratch,
                       bool *copy, struct error *e)
{
    const struct json *rows[2] = {0};
    enum err rc;

    *copy = a->sha256.n && !a->table.n && !b->table.n &&
            str_eq(a->sha256, b->sha256);
    if (*copy || !has_text(a) || !has_text(b) || !is_alike(a, b))
        return OK;
    rc = read_rows(t, a, scratch, &rows[0], e);
    if (!rc)
        rc = read_rows(t, b, scratch, &rows[1], e);
    if (!rc)
        *copy = rows[0] && rows[1] && tree_same(rows[0], rows[1]);
    return rc;
}
