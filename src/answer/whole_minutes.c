#include "answer/whole_minutes.h"

#define SECONDS 3 /* ":00" */
#define CLOCK   8 /* "19:30:00" */

static struct json *cell_at(struct json *row, size_t column)
{
    struct json *cell = row->first;

    while (cell && column--)
        cell = cell->next;
    return cell;
}

/* "19:30:00", alone or after a date; no "19:30:00+02:00". */
static bool ends_in_zero(struct str s)
{
    return s.n >= CLOCK && s.p[s.n - 2 * SECONDS] == ':' &&
           str_ends(s, STR(":00"));
}

/* Has no value of the column seconds? */
static bool has_none(struct json *rows, size_t column)
{
    for (struct json *row = rows->first; row; row = row->next) {
        const struct json *cell = cell_at(row, column);

        if (!cell || (cell->type != JSON_NULL && !ends_in_zero(cell->text)))
            return false;
    }
    return true;
}

static enum err shorten(struct json *rows, size_t column, struct arena *a,
                        struct error *e)
{
    for (struct json *row = rows->first; row; row = row->next) {
        struct json *cell = cell_at(row, column);

        if (cell->type != JSON_NULL &&
            str_dup(str_slice(cell->text, 0, cell->text.n - SECONDS), a,
                    &cell->text, e))
            return e->code;
    }
    return OK;
}

enum err whole_minutes(struct json *result, struct arena *a, struct error *e)
{
    const struct json *type = json_find(result, "column_types");
    struct json *rows = result->first;
    size_t column = 0;

    while (rows && !str_is(rows->key, "rows"))
        rows = rows->next;
    if (!rows || !type)
        return OK;
    for (type = type->first; type; type = type->next, column++)
        if (str_starts(type->text, STR("time")) && /* and timestamp */
            has_none(rows, column) && shorten(rows, column, a, e))
            return e->code;
    return OK;
}
