#include "cli/show_schema.h"

#include "cli/view.h"

#define COLUMNS        5
#define CELL_MAX_BYTES ((size_t)1 << 20)

static void put_types(const struct json *types, struct buf *out)
{
    for (const struct json *t = types ? types->first : NULL; t; t = t->next)
        buf_printf(out, "%s%.*s%s%.*s", t == types->first ? "" : ", ",
                   STR_FMT(t->key), types->count > 1 ? " " : "",
                   STR_FMT(types->count > 1 ? t->text : STR("")));
}

/* As JSON, so that "1" and 1 can be distinguished. */
static void put_examples(const struct json *examples, struct buf *out)
{
    struct jsonw w;

    for (const struct json *x = examples ? examples->first : NULL; x;
         x = x->next) {
        buf_puts(out, x == examples->first ? "" : ", ");
        jsonw_init(&w, out);
        json_write(x, &w);
    }
}

static enum err take_cell(struct buf *b, struct arena *a, struct str *cell,
                          struct error *e)
{
    enum err rc = buf_dup(b, a, cell, e);

    buf_reset(b);
    return rc;
}

static enum err fill_row(const struct json *entry, struct buf *b,
                         struct arena *a, struct str cells[COLUMNS],
                         struct error *e)
{
    struct str path = json_text(json_find(entry, "path"));
    const struct json *present = json_find(entry, "present");
    const struct json *absent = json_find(entry, "absent");
    enum err rc;

    cells[0] = path.n ? path : STR("\"\"");
    cells[1] = present ? present->text : STR("");
    cells[2] = absent ? absent->text : STR("");
    put_types(json_find(entry, "types"), b);
    rc = take_cell(b, a, &cells[3], e);
    put_examples(json_find(entry, "examples"), b);
    return rc ? rc : take_cell(b, a, &cells[4], e);
}

enum err show_schema_paths(struct cli *c, const struct json *schema,
                           struct error *e)
{
    static const struct grid_column columns[COLUMNS] = {
        {{"path", 4}, false},
        {{"present", 7}, true},
        {{"absent", 6}, true},
        {{"types", 5}, false},
        {{"examples", 8}, false}};
    const struct json *paths = json_find(schema, "paths");
    size_t n = paths ? paths->count : 0;
    struct grid g = {.columns = columns, .n = COLUMNS, .rows = n};
    struct str *cells =
        arena_alloc_array(&c->arena, n, COLUMNS * sizeof(*cells), e);
    struct buf b;
    size_t row = 0;
    enum err rc = OK;

    if (!cells)
        return e->code;
    buf_init(&b, CELL_MAX_BYTES);
    for (const struct json *p = paths ? paths->first : NULL; p && !rc;
         p = p->next)
        rc = fill_row(p, &b, &c->arena, cells + COLUMNS * row++, e);
    buf_release(&b);
    g.cells = cells;
    if (!rc)
        rc = view_print(c, &g, e);
    if (!rc && json_is_true(json_find(schema, "truncated")))
        buf_puts(&c->out,
                 "there are more; a longer pointer shows a part in full\n");
    return rc;
}
