#include "sheets/xlsx.h"

#include "base/mem.h"
#include "sheets/foreign.h"

#include <string.h>

#define BATCH_BYTES  ((size_t)1 << 20) /* of rows, unless one is larger */
#define MIDNIGHT     " 00:00:00"
#define DATE_BYTES   10u
#define NAME_BYTES   60 /* of a sheet, in messages */
#define ARENA_BYTES  ((size_t)64 << 20)
#define REPORT_BYTES ((size_t)64 << 20)

struct xlsx {
    struct xlsx_options o;
    struct unzip *package;
    struct arena a; /* of the workbook */
    struct workbook w;
    struct styles styles;
    struct strings strings;
    bool has_strings; /* they were read */

    bool has_sheet; /* one is open */
    struct arena sheet_arena;
    struct sheet sheet;
    struct region region;
    struct xlsx_report report;
    struct xlsx_column *column;
    size_t next_row; /* in sheet.rows */
    char *batch;     /* BATCH_BYTES, or what the largest row needs */
    size_t batch_bytes;
};

static void sheet_close(struct xlsx *x)
{
    if (!x->has_sheet)
        return;
    sheet_release(&x->sheet);
    arena_release(&x->sheet_arena);
    mem_free(x->batch);
    x->batch = NULL;
    x->batch_bytes = 0;
    x->report = (struct xlsx_report){0};
    x->region = (struct region){0};
    x->column = NULL;
    x->has_sheet = false;
}

void xlsx_close(struct xlsx *x)
{
    if (!x)
        return;
    sheet_close(x);
    strings_release(&x->strings);
    arena_release(&x->a);
    unzip_close(x->package);
    mem_free(x);
}

static enum err open_package(struct xlsx *x, int fd, struct error *e)
{
    enum err rc = foreign_check(fd, e);

    if (!rc)
        rc = unzip_open(fd, &x->package, e);
    if (!rc)
        rc = foreign_check_package(x->package, e);
    if (!rc)
        rc = workbook_read(x->package, &x->a, &x->w, e);
    if (!rc && x->w.styles.n)
        rc = styles_read(x->package, x->w.styles, &x->a, &x->styles, e);
    return rc;
}

enum err xlsx_open(int fd, const struct xlsx_options *o, struct xlsx **out,
                   struct error *e)
{
    static const struct xlsx_options defaults = {.spill_fd = -1};
    struct xlsx *x = mem_new(sizeof(*x), e);
    enum err rc;

    if (!x)
        return e->code;
    x->o = o ? *o : defaults;
    if (!x->o.text_bytes)
        x->o.text_bytes = XLSX_TEXT_BYTES;
    if (!x->o.cell_bytes)
        x->o.cell_bytes = XLSX_CELL_BYTES;
    arena_init(&x->a, ARENA_BYTES);
    strings_init(&x->strings, x->o.text_bytes);
    rc = open_package(x, fd, e);
    if (rc)
        xlsx_close(x);
    else
        *out = x;
    return rc;
}

const struct workbook *xlsx_workbook(const struct xlsx *x)
{
    return &x->w;
}

const struct xlsx_report *xlsx_report(const struct xlsx *x)
{
    return &x->report;
}

static enum err read_piece(void *ctx, void *to, size_t n, size_t *got,
                           struct error *e)
{
    struct xlsx *x = ctx;
    enum err rc = unzip_read(x->package, to, n, got, e);

    if (!rc && x->o.tick.call) {
        uint64_t done, total;

        unzip_progress(x->package, &done, &total);
        rc = x->o.tick.call(x->o.tick.ctx, done, total, e);
    }
    return rc;
}

/* The shared texts, once; what was read of them goes when they do not fit. */
static enum err read_strings(struct xlsx *x, struct error *e)
{
    enum err rc = OK;

    if (!x->has_strings && x->w.strings.n)
        rc = strings_read(&x->strings, x->package, x->w.strings, &x->o.tick, e);
    x->has_strings = rc == OK;
    if (rc) {
        strings_release(&x->strings);
        strings_init(&x->strings, x->o.text_bytes);
    }
    return rc;
}

static enum err read_sheet(struct xlsx *x, const struct workbook_sheet *s,
                           struct error *e)
{
    struct sheet_context c = {.strings = &x->strings,
                              .styles = &x->styles,
                              .date1904 = x->w.date1904};
    struct xml_input input = {.read = read_piece,
                              .ctx = x,
                              .name = str_slice(s->part, 0, NAME_BYTES)};
    enum err rc = read_strings(x, e);

    if (rc)
        return rc;
    if (!s->part.n || !unzip_has(x->package, s->part))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "its part is not in the workbook");
    rc = unzip_start(x->package, s->part, e);
    return rc ? rc : sheet_read(&x->sheet, &input, &c, e);
}

static struct ref_range range_of(const struct sheet *s, size_t from, size_t to,
                                 uint32_t first, uint32_t last)
{
    return (struct ref_range){{s->rows[from].row, first},
                              {s->rows[to - 1].row, last}};
}

static enum err report_left_out(struct xlsx *x, struct error *e)
{
    const struct region *g = &x->region;
    struct xlsx_left_out *list =
        arena_alloc_array(&x->sheet_arena, g->left_out_n, sizeof(*list), e);

    if (!list)
        return e->code;
    for (size_t i = 0; i < g->left_out_n; i++) {
        const struct region_block *b = &g->left_out[i];

        list[i].range = range_of(&x->sheet, b->from, b->to, b->first, b->last);
        list[i].cells = b->cells;
    }
    x->report.left_out = list;
    x->report.left_out_n = g->left_out_n;
    x->report.left_out_total = g->left_out_total;
    return OK;
}

/* Runs of hidden rows among those of the table. */
static enum err report_hidden_rows(struct xlsx *x, struct error *e)
{
    const struct sheet_row *rows = x->sheet.rows;
    struct xlsx_report *r = &x->report;
    struct ref_range *list =
        arena_alloc_array(&x->sheet_arena, SHEET_MAX_NOTES, sizeof(*list), e);

    if (!list)
        return e->code;
    for (size_t i = x->region.data_from; i < x->region.data_to; i++) {
        size_t n = r->hidden_rows_n;

        if (!rows[i].hidden)
            continue;
        r->hidden_rows_total++;
        if (n && list[n - 1].last.row + 1 == rows[i].row)
            list[n - 1].last.row++;
        else if (n < SHEET_MAX_NOTES)
            list[r->hidden_rows_n++] =
                (struct ref_range){{rows[i].row, r->table.first.column},
                                   {rows[i].row, r->table.last.column}};
    }
    r->hidden_rows = list;
    return OK;
}

static void report_lists(struct xlsx *x)
{
    struct xlsx_report *r = &x->report;
    const struct sheet *s = &x->sheet;

    r->merges = sheet_merges(s, &r->merges_n);
    r->merges_total = s->merges_total;
    r->hidden_columns =
        (const struct ref_range *)(const void *)s->hidden_columns.p;
    r->hidden_columns_n = s->hidden_columns.n / sizeof(struct ref_range);
    r->formulas = s->formulas;
    for (size_t i = 0; i < SHEET_NOTES; i++) {
        r->notes[i].list = (const struct ref *)(const void *)s->notes[i].list.p;
        r->notes[i].n = s->notes[i].list.n / sizeof(struct ref);
        r->notes[i].total = s->notes[i].total;
    }
}

static enum err report_table(struct xlsx *x, struct error *e)
{
    const struct region *g = &x->region;
    const struct sheet_row *rows = x->sheet.rows;
    struct xlsx_report *r = &x->report;
    uint32_t last = g->first_column + (uint32_t)g->columns - 1;

    report_lists(x);
    if (g->columns == 0)
        return OK;
    r->columns = g->columns;
    r->table = range_of(&x->sheet, g->header_from,
                        g->data_to > g->data_from ? g->data_to : g->header_to,
                        g->first_column, last);
    r->header_rows = (uint32_t)(g->header_to - g->header_from);
    r->header_assumed = r->header_rows > 0 && g->header_assumed;
    r->header = g->header;
    r->rows = g->data_to - g->data_from;
    r->first_data_row =
        r->rows ? rows[g->data_from].row : r->table.last.row + 1;
    if (g->title_to > g->title_from)
        r->title = range_of(&x->sheet, g->title_from, g->title_to,
                            g->first_column, last);
    if (report_left_out(x, e) != OK)
        return e->code;
    return report_hidden_rows(x, e);
}

static void count_cell(struct xlsx *x, struct xlsx_column *c, uint32_t row,
                       const struct tape_cell *cell)
{
    if (c->kinds[cell->kind]++ == 0)
        c->first_row[cell->kind] = row;
    c->percent += (cell->flags & SHEET_PERCENT) != 0;
    c->currency += (cell->flags & SHEET_CURRENCY) != 0;
    c->binary += (cell->flags & SHEET_BINARY) != 0;
    c->uncached += (cell->flags & SHEET_UNCACHED) != 0;
    if (!c->format.n && cell->kind != TAPE_TEXT && cell->style < x->styles.n)
        c->format = x->styles.list[cell->style].code;
}

/* What the columns hold, over every row of the table. */
static enum err count_columns(struct xlsx *x, struct error *e)
{
    const struct region *g = &x->region;
    struct buf room;
    enum err rc = OK;

    x->column =
        arena_alloc_array(&x->sheet_arena, g->columns, sizeof(*x->column), e);
    if (!x->column)
        return e->code;
    buf_init(&room, TAPE_MAX_ROW);
    for (size_t i = g->data_from; !rc && i < g->data_to; i++) {
        struct tape_row row;

        rc = region_row(&x->sheet, i, &room, &row, e);
        for (uint32_t k = 0; !rc && k < row.n; k++)
            count_cell(x, &x->column[row.cells[k].column - g->first_column],
                       row.row, &row.cells[k]);
    }
    buf_release(&room);
    for (size_t i = 0; i < g->columns; i++) {
        struct xlsx_column *c = &x->column[i];

        c->kinds[XLSX_EMPTY] = x->report.rows;
        for (size_t k = XLSX_EMPTY + 1; k < XLSX_KINDS; k++)
            c->kinds[XLSX_EMPTY] -= c->kinds[k];
        c->dates_as_times = c->kinds[XLSX_DATE] && c->kinds[XLSX_DATETIME];
    }
    x->report.column = x->column;
    return rc;
}

enum err xlsx_sheet_open(struct xlsx *x, size_t i, struct error *e)
{
    const struct workbook_sheet *s;
    enum err rc;

    BUG_ON(i >= x->w.n);
    s = &x->w.sheets[i];
    if (s->kind != WORKBOOK_WORKSHEET)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "sheet '%.*s' is no table: it holds %s",
                         STR_FMT(str_slice(s->name, 0, NAME_BYTES)),
                         s->kind == WORKBOOK_CHART ? "a chart" : "no cells");
    sheet_close(x);
    arena_init(&x->sheet_arena, REPORT_BYTES);
    sheet_init(&x->sheet, x->o.cell_bytes, x->o.spill_fd, x->o.spill_max);
    x->has_sheet = true;
    rc = read_sheet(x, s, e);
    if (!rc)
        rc = region_find(&x->sheet, &x->strings, x->o.header, &x->sheet_arena,
                         &x->region, e);
    if (!rc)
        rc = report_table(x, e);
    if (!rc)
        rc = count_columns(x, e);
    if (rc) {
        error_wrap(e, "sheet '%.*s'",
                   STR_FMT(str_slice(s->name, 0, NAME_BYTES)));
        sheet_close(x);
        return rc;
    }
    xlsx_rows_rewind(x);
    return OK;
}

void xlsx_rows_rewind(struct xlsx *x)
{
    x->next_row = x->region.data_from;
}

/* Room for at least n bytes, what it held before is gone. */
static enum err make_batch(struct xlsx *x, size_t n, struct error *e)
{
    if (n <= x->batch_bytes)
        return OK;
    mem_free(x->batch);
    x->batch_bytes = 0;
    x->batch = mem_new(n, e);
    if (!x->batch)
        return e->code;
    x->batch_bytes = n;
    return OK;
}

/* One row into cells[columns]. */
static void spread(const struct xlsx *x, const struct tape_row *row,
                   struct xlsx_cell *cells, char *room)
{
    memset(cells, 0, x->region.columns * sizeof(*cells));
    for (uint32_t k = 0; k < row->n; k++) {
        const struct tape_cell *from = &row->cells[k];
        size_t column = from->column - x->region.first_column;
        struct str text = region_text(&x->strings, row, from);
        struct xlsx_cell *to = &cells[column];

        *to =
            (struct xlsx_cell){.p = text.p,
                               .n = (uint32_t)text.n,
                               .kind = from->kind,
                               .flags = (uint8_t)(from->flags & ~TAPE_SHARED)};
        if (from->kind == TAPE_DATE && x->column[column].dates_as_times) {
            memcpy(room, text.p, text.n);
            memcpy(room + text.n, MIDNIGHT, sizeof(MIDNIGHT) - 1);
            to->p = room;
            to->n += (uint32_t)(sizeof(MIDNIGHT) - 1);
            to->kind = XLSX_DATETIME;
            room += to->n;
        }
    }
}

/* Bytes that a row may need beside itself, for dates that become longer. */
static size_t longer_bytes(const struct xlsx *x)
{
    return x->region.columns * (DATE_BYTES + sizeof(MIDNIGHT)) / 8 * 8 + 8;
}

enum err xlsx_rows_next(struct xlsx *x, struct xlsx_cell *cells, size_t max,
                        size_t *rows, struct error *e)
{
    size_t used = 0;

    for (*rows = 0; *rows < max && x->next_row < x->region.data_to; ++*rows) {
        const struct sheet_row *at = &x->sheet.rows[x->next_row];
        struct tape_row row;
        size_t n = 0;
        size_t need;

        if (tape_size(&x->sheet.tape, at->at, &n, e) != OK)
            return e->code;
        need = n + longer_bytes(x);
        if (used + need > x->batch_bytes) {
            if (used)
                break;
            if (make_batch(x, need > BATCH_BYTES ? need : BATCH_BYTES, e) != OK)
                return e->code;
        }
        if (tape_get(&x->sheet.tape, at->at, x->batch + used, n, &row, e) != OK)
            return e->code;
        spread(x, &row, cells + *rows * x->region.columns, x->batch + used + n);
        used += need;
        x->next_row++;
    }
    return OK;
}
