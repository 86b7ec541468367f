/* show_map.c - prints how a file was read. */
#include "cli/show.h"
#include "cli/term/clean.h"
#include "cli/view.h"

#define SHORT_HASH 12

void show_label(struct cli *c, const char *name)
{
    const struct term_style style = view_style(c);

    term_on(&c->out, &style, TERM_DIM);
    buf_printf(&c->out, "%-12s", name);
    term_off(&c->out, &style);
}

static void line(struct cli *c, const char *name, struct str text)
{
    show_label(c, name);
    term_put_clean(&c->out, text);
    buf_put_char(&c->out, '\n');
}

static void put_delimiter(struct buf *out, struct str d)
{
    if (str_is(d, "\t"))
        buf_puts(out, "tab");
    else if (d.n)
        buf_printf(out, "'%.*s'", STR_FMT(d));
    else
        buf_puts(out, "none, one column");
}

/* How the bytes of a delimited text were cut; a workbook has none of it. */
static void show_dialect(struct cli *c, const struct json *map)
{
    const struct json *fidelity = json_find(map, "fidelity");
    struct str encoding = json_text(json_find(map, "encoding_detected"));
    struct str ending = json_text(json_find(fidelity, "line_ending"));
    struct str packed = json_text(json_find(fidelity, "compression"));

    show_label(c, "format");
    buf_printf(&c->out, "%.*s", STR_FMT(json_text(json_find(map, "format"))));
    if (packed.n)
        buf_printf(&c->out, " packed with %.*s", STR_FMT(packed));
    if (json_text(json_find(map, "quote_char")).n) {
        buf_puts(&c->out, ", delimiter ");
        put_delimiter(&c->out, json_text(json_find(map, "delimiter")));
    }
    buf_puts(&c->out, json_is_true(json_find(map, "has_header"))
                          ? ", header"
                          : ", no header");
    if (ending.n)
        buf_printf(&c->out, ", lines end with %.*s", STR_FMT(ending));
    buf_put_char(&c->out, '\n');
    if (!encoding.n)
        return;
    show_label(c, "encoding");
    buf_printf(&c->out, "%.*s%s (confidence %.2f)\n", STR_FMT(encoding),
               json_is_true(json_find(fidelity, "has_bom"))
                   ? " with byte-order mark"
                   : "",
               json_double(json_find(map, "encoding_confidence")));
}

/* The sheets of a workbook, when there are several tables to choose from. */
static enum err show_tables(struct cli *c, const struct json *map,
                            struct error *e)
{
    static const struct view_field fields[] = {{"index", "#"},
                                               {"name", "table"},
                                               {"range", "range"},
                                               {"row_count", "rows"},
                                               {"column_count", "columns"},
                                               {"hidden", "hidden"},
                                               {"caution", "caution"}};
    const struct view_form form = {.fields = fields, .n = COUNT_OF(fields)};
    const struct json *tables = json_find(map, "tables");
    struct grid g;
    enum err rc;

    if (!tables || tables->count < 2)
        return OK;
    rc = view_of_objects(tables->first, &form, &c->arena, &g, e);
    if (!rc)
        rc = view_print(c, &g, e);
    buf_put_char(&c->out, '\n');
    return rc;
}

#define LEFT_OUT_SHOWN 6u

/* What of a database is not read. */
static enum err show_left_out(struct cli *c, const struct json *map,
                              struct error *e)
{
    const struct json *list = json_find(map, "left_out");
    const uint64_t total =
        json_u64(json_find(map, "tables_left_out"), UINT32_MAX);
    struct str text;
    uint64_t shown = 0;

    for (const struct json *j = list ? list->first : NULL;
         j && shown < LEFT_OUT_SHOWN; j = j->next, shown++) {
        if (str_printf(&c->arena, &text, e, "%.*s: %.*s",
                       STR_FMT(json_text(json_find(j, "name"))),
                       STR_FMT(json_text(json_find(j, "reason")))))
            return e->code;
        line(c, "left out", text);
    }
    if (total <= shown)
        return OK;
    if (str_printf(&c->arena, &text, e, "%llu more",
                   (unsigned long long)(total - shown)))
        return e->code;
    line(c, "left out", text);
    return OK;
}

#define TEXTS_SHOWN 6u
#define TEXT_BYTES  ((size_t)64 << 10)

/* "A1:A2: Fees / in thousands of EUR"; of a delimited text "line 3: ...". */
static enum err put_text(const struct json *j, struct arena *a, struct str *out,
                         struct error *e)
{
    const struct json *at = json_find(j, "line");
    struct str text = json_text(json_find(j, "text"));
    struct buf b;
    enum err rc;

    buf_init(&b, TEXT_BYTES);
    if (at)
        buf_printf(&b, "line %.*s: ", STR_FMT(at->text));
    else
        buf_printf(&b, "%.*s: ", STR_FMT(json_text(json_find(j, "range"))));
    while (text.n) {
        const size_t n = str_find_char(text, '\n');

        buf_put_str(&b, str_slice(text, 0, n));
        buf_puts(&b, n < text.n ? " / " : "");
        text = str_slice(text, n + 1, text.n);
    }
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* What stands around the rows. */
static enum err show_texts(struct cli *c, const struct json *map,
                           struct error *e)
{
    const struct json *fidelity = json_find(map, "fidelity");
    const struct json *list = json_find(fidelity, "texts");
    const uint64_t listed = list ? list->count : 0;
    const uint64_t all =
        json_u64(json_find(fidelity, "texts_total"), UINT32_MAX);
    uint64_t shown = 0;
    struct str text;

    for (const struct json *j = list ? list->first : NULL;
         j && shown < TEXTS_SHOWN; j = j->next, shown++) {
        if (put_text(j, &c->arena, &text, e))
            return e->code;
        line(c, json_is(json_find(j, "what"), "title") ? "title" : "beside",
             text);
    }
    if (listed <= shown && all <= shown)
        return OK;
    if (str_printf(&c->arena, &text, e, "%llu more",
                   (unsigned long long)((all ? all : listed) - shown)))
        return e->code;
    line(c, "beside", text);
    return OK;
}

/* What the fidelity report says about the column: a format, or a reason. */
static enum err column_reading(const struct json *f, struct arena *a,
                               struct str *out, struct error *e)
{
    struct str number = json_text(json_find(f, "number_format"));
    struct str date = json_text(json_find(f, "date_format"));
    struct str why = json_text(json_find(f, "kept_as_text_because"));
    bool ambiguous = json_is_true(json_find(f, "date_order_ambiguous")) ||
                     json_is_true(json_find(f, "number_format_ambiguous"));

    if (why.n)
        return str_printf(a, out, e, "text: %.*s", STR_FMT(why));
    return str_printf(a, out, e, "%.*s%s", STR_FMT(date.n ? date : number),
                      ambiguous ? ", ambiguous" : "");
}

#define MAP_FIELDS 5

static enum err fill_row(const struct json *column, const struct json *f,
                         struct arena *a, struct str cells[MAP_FIELDS],
                         struct error *e)
{
    static const char *const keys[MAP_FIELDS - 1] = {
        "index", "name", "inferred_type", "sql_type"};
    enum err rc = OK;

    for (size_t i = 0; i < MAP_FIELDS - 1 && !rc; i++)
        rc = view_cell(json_find(column, keys[i]), a, &cells[i], e);
    return rc ? rc : column_reading(f, a, &cells[MAP_FIELDS - 1], e);
}

static enum err show_columns(struct cli *c, const struct json *map,
                             struct error *e)
{
    static const struct grid_column titles[MAP_FIELDS] = {
        {{"#", 1}, true},
        {{"column", 6}, false},
        {{"type", 4}, false},
        {{"sql type", 8}, false},
        {{"read as", 7}, false}};
    const struct json *columns = json_find(map, "columns");
    const struct json *formats =
        json_find(json_find(map, "fidelity"), "columns");
    const struct json *f = formats ? formats->first : NULL;
    struct grid g = {.columns = titles, .n = MAP_FIELDS};
    struct str *cells;
    enum err rc = OK;

    if (!columns)
        return OK;
    cells = arena_alloc_array(&c->arena, columns->count * MAP_FIELDS + 1,
                              sizeof(*cells), e);
    if (!cells)
        return e->code;
    g.cells = cells;
    for (const struct json *col = columns->first; col && !rc; col = col->next) {
        rc = fill_row(col, f, &c->arena, &cells[g.rows++ * MAP_FIELDS], e);
        f = f ? f->next : NULL;
    }
    return rc ? rc : view_print(c, &g, e);
}

enum err show_map(struct cli *c, const struct json *answer, struct error *e)
{
    const struct json *caution = json_find(answer, "caution");
    const struct json *tables = json_find(answer, "tables");
    const struct json *notes;
    struct str hash =
        json_text(json_find(json_find(answer, "source"), "sha256"));
    enum err rc;

    if (args_has(&c->args, OPT_CSV))
        return show_columns(c, answer, e);
    line(c, "file", c->args.operands[0]);
    line(c, "sha256", str_slice(hash, 0, SHORT_HASH));
    if (tables && tables->count > 1)
        line(c, "table", json_text(json_find(answer, "table")));
    show_dialect(c, answer);
    show_label(c, "rows");
    show_count(&c->out, json_find(answer, "row_count"));
    buf_put_char(&c->out, '\n');
    show_label(c, "columns");
    show_count(&c->out, json_find(answer, "column_count"));
    buf_put_char(&c->out, '\n');
    if (caution && caution->type == JSON_STRING)
        line(c, "caution", caution->text);
    notes = json_find(json_find(answer, "fidelity"), "notes");
    for (const struct json *n = notes ? notes->first : NULL; n; n = n->next)
        line(c, "note", json_text(n));
    if (json_is_true(json_find(json_find(answer, "fidelity"),
                               "total_rows_not_looked_for")))
        line(c, "note",
             STR("rows that are sums of others were not looked for"));
    rc = show_texts(c, answer, e);
    if (!rc)
        rc = show_left_out(c, answer, e);
    show_drift(c, json_find(answer, "drift"));
    buf_put_char(&c->out, '\n');
    if (!rc)
        rc = show_tables(c, answer, e);
    return rc ? rc : show_columns(c, answer, e);
}
