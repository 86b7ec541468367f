#include "cli/view.h"

#include "cli/term/clean.h"

#define CELL_MAX_BYTES ((size_t)64 * 1024 * 1024)
#define LIST_MAX_ITEMS 5 /* of a list in a cell */

static enum err shape_error(struct error *e)
{
    return error_set(e, ERR_INTERNAL, "an answer has an unexpected form");
}

static enum err write_cell(const struct json *value, struct arena *a,
                           struct str *out, struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, CELL_MAX_BYTES);
    jsonw_init(&w, &b);
    json_write(value, &w);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

enum err view_cell(const struct json *value, struct arena *a, struct str *out,
                   struct error *e)
{
    *out = (struct str){0};
    if (!value || value->type == JSON_NULL)
        return OK;
    switch (value->type) {
    case JSON_TRUE: *out = STR("true"); return OK;
    case JSON_FALSE: *out = STR("false"); return OK;
    case JSON_NUMBER:
    case JSON_STRING: *out = value->text.p ? value->text : STR(""); return OK;
    default: return write_cell(value, a, out, e);
    }
}

/* "a, b, c", or "a (3), b (2)" of objects with value and count. */
static enum err list_cell(const struct json *array, struct arena *a,
                          struct str *out, struct error *e)
{
    struct buf b;
    size_t left = LIST_MAX_ITEMS;
    enum err rc = OK;

    buf_init(&b, CELL_MAX_BYTES);
    for (const struct json *v = array->first; v && left-- && !rc; v = v->next) {
        const struct json *count = json_find(v, "count");
        struct str text = {0};

        rc = view_cell(count ? json_find(v, "value") : v, a, &text, e);
        buf_puts(&b, v == array->first ? "" : ", ");
        buf_put_str(&b, text);
        if (count)
            buf_printf(&b, " (%.*s)", STR_FMT(count->text));
    }
    if (array->count > LIST_MAX_ITEMS)
        buf_puts(&b, ", …");
    if (!rc)
        rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

static bool is_number_type(const struct json *type)
{
    return json_is(type, "integer") || json_is(type, "decimal") ||
           json_is(type, "float");
}

/* Room for the columns and cells of a grid of rows x n. */
static enum err make_room(struct arena *a, size_t n, size_t rows,
                          struct grid_column **columns, struct str **cells,
                          struct error *e)
{
    if (n && rows > SIZE_MAX / n)
        return shape_error(e);
    *columns = arena_alloc_array(a, n + 1, sizeof(**columns), e);
    *cells = arena_alloc_array(a, rows * n + 1, sizeof(**cells), e);
    return *columns && *cells ? OK : e->code;
}

enum err view_of_result(const struct json *result, struct arena *a,
                        struct grid *g, struct error *e)
{
    const struct json *names = json_find(result, "columns");
    const struct json *types = json_find(result, "column_types");
    const struct json *rows = json_find(result, "rows");
    struct grid_column *columns;
    struct str *cells;
    size_t at = 0;
    enum err rc;

    if (!names || !types || !rows || names->count != types->count)
        return shape_error(e);
    rc = make_room(a, names->count, rows->count, &columns, &cells, e);
    if (rc)
        return rc;
    *g = (struct grid){.columns = columns,
                       .n = names->count,
                       .cells = cells,
                       .rows = rows->count};
    for (const struct json *name = names->first, *type = types->first; name;
         name = name->next, type = type->next, columns++)
        *columns = (struct grid_column){json_text(name), is_number_type(type)};
    for (const struct json *row = rows->first; row; row = row->next) {
        if (row->count != g->n)
            return shape_error(e);
        for (const struct json *v = row->first; v && !rc; v = v->next)
            rc = view_cell(v, a, &cells[at++], e);
        if (rc)
            return rc;
    }
    return OK;
}

/* Of the i-th field of the form. */
static enum err put_cell(const struct view_form *form, size_t i,
                         const struct json *v, struct arena *a, struct str *out,
                         struct error *e)
{
    if (form->none && (!v || v->type == JSON_NULL)) {
        *out = str_from(form->none[i]);
        return OK;
    }
    return v && v->type == JSON_ARRAY ? list_cell(v, a, out, e)
                                      : view_cell(v, a, out, e);
}

enum err view_of_objects(const struct json *list, const struct view_form *form,
                         struct arena *a, struct grid *g, struct error *e)
{
    struct grid_column *columns = NULL;
    struct str *cells = NULL;
    size_t rows = 0;
    size_t at = 0;
    enum err rc;

    for (const struct json *o = list; o; o = o->next)
        rows += !form->keep || form->keep(o);
    rc = make_room(a, form->n, rows, &columns, &cells, e);
    for (size_t i = 0; i < form->n && !rc; i++)
        columns[i] =
            (struct grid_column){str_from(form->fields[i].title), true};
    for (const struct json *o = list; o && !rc; o = o->next) {
        if (form->keep && !form->keep(o))
            continue;
        for (size_t i = 0; i < form->n && !rc; i++) {
            const struct json *v = json_find(o, form->fields[i].key);

            if (v && v->type != JSON_NUMBER && v->type != JSON_NULL)
                columns[i].right = false;
            rc = put_cell(form, i, v, a, &cells[at++], e);
        }
    }
    *g = (struct grid){
        .columns = columns, .n = form->n, .cells = cells, .rows = rows};
    return rc;
}

/* RFC 4180, but for the line ends: a pipe's programs expect LF. */
static void put_csv_cell(struct buf *out, struct str s)
{
    bool quote = s.n == 0; /* an empty text, which is not a null */

    if (!s.p)
        return;
    for (size_t i = 0; i < s.n && !quote; i++)
        quote =
            s.p[i] == ',' || s.p[i] == '"' || s.p[i] == '\n' || s.p[i] == '\r';
    if (quote)
        buf_put_quoted(out, '"', s);
    else
        buf_put_str(out, s);
}

static void put_csv(struct buf *out, const struct grid *g)
{
    for (size_t i = 0; i < g->n; i++) {
        buf_puts(out, i ? "," : "");
        put_csv_cell(out, g->columns[i].title);
    }
    buf_put_char(out, '\n');
    for (size_t row = 0; row < g->rows; row++) {
        for (size_t i = 0; i < g->n; i++) {
            buf_puts(out, i ? "," : "");
            put_csv_cell(out, g->cells[row * g->n + i]);
        }
        buf_put_char(out, '\n');
    }
}

struct term_style view_style(const struct cli *c)
{
    return (struct term_style){.color = c->color,
                               .width = c->terminal ? c->width : 0};
}

enum err view_print(struct cli *c, const struct grid *g, struct error *e)
{
    const struct term_style style = view_style(c);

    if (!args_has(&c->args, OPT_CSV))
        return grid_put(&c->out, g, &style, &c->arena, e);
    put_csv(&c->out, g);
    return OK;
}

enum err view_put_list(struct cli *c, const struct json *list,
                       const struct view_form *form, struct error *e)
{
    struct grid g;
    enum err rc = view_of_objects(list->first, form, &c->arena, &g, e);

    if (!rc)
        rc = view_print(c, &g, e);
    buf_put_char(&c->out, '\n');
    return rc;
}

void view_print_json(struct cli *c, struct str json)
{
    buf_put_str(&c->out, json);
    buf_put_char(&c->out, '\n');
}

void view_put_page(struct buf *out, struct str pointer, struct str label,
                   double ocr)
{
    const struct str page = STR("#page=");
    const size_t at = str_find(pointer, page);
    size_t end = at + page.n;

    while (end < pointer.n && pointer.p[end] >= '0' && pointer.p[end] <= '9')
        end++;
    if (end == at + page.n || end > pointer.n)
        return;
    buf_printf(out, " › page %.*s",
               STR_FMT(str_slice(pointer, at + page.n, end)));
    if (label.n > 0) {
        buf_puts(out, " (");
        term_put_clean(out, label);
        buf_put_char(out, ')');
    }
    if (ocr > 0)
        buf_printf(out, ", by OCR (%.2f)", ocr);
}
