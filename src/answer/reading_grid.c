#include "answer/reading_grid.h"

enum err reading_grid(struct tables *t, const struct answer_source *source,
                      struct arena *a, struct grid *g, bool *small,
                      struct error *e)
{
    struct table_range range = {.start = 1, .count = ROWS_MAX};
    struct table_source from = source->from;
    struct json *answer = NULL;
    struct str text;
    enum err rc;

    *small = false;
    if (table_is_aged(&from))
        return OK;
    if (source->table.n)
        from.sheet = source->table;
    rc = table_read_rows(t, &from, &range, a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_answer_limits, a, &answer, e);
    if (rc || json_is_true(json_find(answer, "has_more")))
        return rc;
    rc = grid_read(answer, a, g, e);
    *small = rc == OK;
    return rc == ERR_LIMIT ? OK : rc;
}
