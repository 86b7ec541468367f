#include "formats/xlsx/xlsx.h"

#include "base/mem.h"
#include "base/text/shown.h"
#include "formats/package/package_kind.h"
#include "formats/xlsx/workbook_format.h"

#include <string.h>

#define BATCH_BYTES  ((size_t)1 << 20) /* of rows, unless one is larger */
#define MIDNIGHT     " 00:00:00"
#define DATE_BYTES   10u
#define ARENA_BYTES  ((size_t)64 << 20)
#define REPORT_BYTES ((size_t)64 << 20)
#define MAX_NAMED    100u /* named ranges of a sheet that are compared */

struct xlsx {
    struct xlsx_options o;
    const struct workbook_format *format; /* of the file */
    struct workbook_file file;

    bool has_sheet; /* one is open */
    size_t sheet_index;
    struct arena sheet_arena;
    struct sheet sheet;
    struct grid grid;
    struct region_list list;

    struct arena table_arena;
    size_t table;         /* which is open */
    struct region region; /* it */
    struct xlsx_report report;
    struct xlsx_column *column;
    size_t next_run, next_row; /* in region.runs, in sheet.rows */
    char *batch;               /* BATCH_BYTES, or what the largest row needs */
    size_t batch_bytes;
};

static void sheet_close(struct xlsx *x)
{
    if (!x->has_sheet)
        return;
    grid_release(&x->grid);
    sheet_release(&x->sheet);
    arena_release(&x->table_arena);
    arena_release(&x->sheet_arena);
    mem_free(x->batch);
    x->batch = NULL;
    x->batch_bytes = 0;
    x->report = (struct xlsx_report){0};
    x->region = (struct region){0};
    x->list = (struct region_list){0};
    x->column = NULL;
    x->has_sheet = false;
}

void xlsx_close(struct xlsx *x)
{
    if (!x)
        return;
    sheet_close(x);
    if (x->format && x->format->close)
        x->format->close(&x->file);
    strings_release(&x->file.strings);
    arena_release(&x->file.a);
    unzip_close(x->file.package);
    mem_free(x);
}

/* XLSX is what no other kind claims, unless it is something else by its looks. */
static enum err choose_format(struct xlsx *x, struct error *e)
{
    const struct workbook_format *const *other = x->o.others;

    for (; other && *other && !x->format; other++)
        if ((*other)->fits(&x->file))
            x->format = *other;
    if (x->format)
        return OK;
    if (package_check(x->file.fd, e) != OK ||
        package_check_workbook(x->file.package, e) != OK)
        return e->code;
    x->format = &xlsx_format;
    return OK;
}

static enum err open_file(struct xlsx *x, int fd, struct error *e)
{
    struct workbook_file *f = &x->file;
    enum err rc = OK;

    f->fd = fd;
    f->tick = x->o.tick;
    arena_init(&f->a, ARENA_BYTES);
    strings_init(&f->strings, x->o.text_bytes);
    if (package_is_zip(fd))
        rc = unzip_open(fd, &f->package, e);
    if (!rc)
        rc = choose_format(x, e);
    return rc ? rc : x->format->open(f, e);
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
    rc = open_file(x, fd, e);
    if (rc)
        xlsx_close(x);
    else
        *out = x;
    return rc;
}

const struct workbook *xlsx_workbook(const struct xlsx *x)
{
    return &x->file.w;
}

const char *xlsx_format_name(const struct xlsx *x)
{
    return x->format->name;
}

const struct xlsx_report *xlsx_report(const struct xlsx *x)
{
    return &x->report;
}

/* Add a hidden row of the table to the runs of them. */
static void add_hidden(struct xlsx_report *r, struct ref_range *list,
                       uint32_t row)
{
    size_t n = r->hidden_rows_n;

    r->hidden_rows_total++;
    if (n && list[n - 1].last.row + 1 == row)
        list[n - 1].last.row++;
    else if (n < SHEET_MAX_NOTES)
        list[r->hidden_rows_n++] = (struct ref_range){
            {row, r->table.first.column}, {row, r->table.last.column}};
}

static enum err report_hidden_rows(struct xlsx *x, struct error *e)
{
    const struct sheet_row *rows = x->sheet.rows;
    const struct region *g = &x->region;
    struct xlsx_report *r = &x->report;
    struct ref_range *list =
        arena_alloc_array(&x->table_arena, SHEET_MAX_NOTES, sizeof(*list), e);

    if (!list)
        return e->code;
    for (size_t k = 0; k < g->runs_n; k++)
        for (size_t i = g->runs[k].from; i < g->runs[k].to; i++)
            if (rows[i].hidden)
                add_hidden(r, list, rows[i].row);
    r->hidden_rows = list;
    return OK;
}

static bool is_in(const struct ref_range *range, const struct ref *at)
{
    return at->row >= range->first.row && at->row <= range->last.row &&
           at->column >= range->first.column &&
           at->column <= range->last.column;
}

/* Is a place one of the open table? The main one has those of none. */
static bool is_ours(const struct xlsx *x, const struct ref *at)
{
    if (is_in(&x->region.range, at))
        return true;
    if (x->table > 0)
        return false;
    for (size_t i = 1; i < x->list.n; i++)
        if (is_in(&x->list.tables[i].range, at))
            return false;
    return true;
}

/* What is reported by place; all of a sheet's where it has one table. */
static enum err report_places(struct xlsx *x, struct error *e)
{
    for (size_t i = 0; i < SHEET_NOTES; i++) {
        const struct sheet_places *from = &x->sheet.notes[i];
        const struct ref *list = (const struct ref *)(const void *)from->list.p;
        size_t n = from->list.n / sizeof(*list);
        struct xlsx_places *to = &x->report.notes[i];
        struct ref *ours;

        *to = (struct xlsx_places){list, n, from->total};
        if (x->list.n < 2)
            continue;
        ours = arena_alloc_array(&x->table_arena, n, sizeof(*ours), e);
        if (!ours)
            return e->code;
        to->list = ours;
        to->n = 0;
        for (size_t k = 0; k < n; k++)
            if (is_ours(x, &list[k]))
                ours[to->n++] = list[k];
        to->total = to->n + (x->table == 0 ? from->total - n : 0);
    }
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
    r->left_out = x->list.left_out;
    r->left_out_n = x->list.left_out_n;
    r->left_out_total = x->list.left_out_total;
}

static enum err report_runs(struct xlsx *x, struct error *e)
{
    const struct region *g = &x->region;
    const struct sheet_row *rows = x->sheet.rows;
    struct xlsx_report *r = &x->report;
    struct ref_range *list =
        arena_alloc_array(&x->table_arena, g->runs_n, sizeof(*list), e);

    if (!list)
        return e->code;
    for (size_t i = 0; i < g->runs_n; i++)
        list[i] = (struct ref_range){
            {rows[g->runs[i].from].row, r->table.first.column},
            {rows[g->runs[i].to - 1].row, r->table.last.column}};
    r->runs = list;
    r->runs_n = g->runs_n;
    return OK;
}

/* A name for just these cells, with their header or without. */
static struct str find_name(const struct xlsx *x, const struct ref_range *table,
                            uint32_t first_data_row)
{
    struct str sheet = x->file.w.sheets[x->sheet_index].name;

    for (size_t i = 0; i < x->file.w.names_n; i++) {
        const struct ref_range *r = &x->file.w.names[i].range;

        if (r->first.column == table->first.column &&
            r->last.column == table->last.column &&
            r->last.row == table->last.row &&
            (r->first.row == table->first.row ||
             r->first.row == first_data_row) &&
            str_eq_nocase(x->file.w.names[i].sheet, sheet))
            return x->file.w.names[i].name;
    }
    return (struct str){0};
}

static enum err report_table(struct xlsx *x, struct error *e)
{
    const struct region *g = &x->region;
    struct xlsx_report *r = &x->report;

    report_lists(x);
    if (g->columns == 0)
        return OK;
    r->columns = g->columns;
    r->table = g->range;
    r->name = g->name;
    r->header_rows = g->header_rows;
    r->header_assumed = g->header_assumed;
    r->header = g->header;
    r->rows = g->rows;
    r->blank_rows = g->blank_rows;
    r->title = g->title;
    r->title_text = g->title_text;
    r->title_whole = g->title_whole;
    if (report_runs(x, e) != OK || report_places(x, e) != OK)
        return e->code;
    r->first_data_row =
        r->runs_n ? r->runs[0].first.row : r->table.last.row + 1;
    if (!r->name.n)
        r->name = find_name(x, &r->table, r->first_data_row);
    return report_hidden_rows(x, e);
}

/* Is a number in another currency than one before it, or only one of it and the
 * first in per cent? What has no currency is taken to be in that of the others. */
static void count_unit(const struct xlsx *x, struct xlsx_column *c,
                       const struct tape_cell *cell)
{
    static const struct style general;
    const struct style *style = cell->style < x->file.styles.n
                                    ? &x->file.styles.list[cell->style]
                                    : &general;
    const bool is_percent = style->format == FORMAT_PERCENT;

    if (c->kinds[TAPE_NUMBER] == 1)
        c->is_percent = is_percent;
    if (!c->money.n)
        c->money = style->money;
    c->other_unit += is_percent != c->is_percent ||
                     (style->money.n && !str_eq(style->money, c->money));
}

/* Cells of a merged range, cut to the table, below its first row. */
static void count_merged_range(struct xlsx *x, const struct ref_range *m)
{
    const uint32_t left = x->region.first_column;
    const uint32_t right = left + (uint32_t)x->region.columns - 1;
    const uint32_t bottom = x->region.range.last.row;
    const uint32_t last = m->last.row < bottom ? m->last.row : bottom;
    const uint32_t to = m->last.column < right ? m->last.column : right;
    uint32_t c = m->first.column > left ? m->first.column : left;

    if (m->first.row < x->report.first_data_row || m->first.row >= last)
        return;
    for (; c <= to; c++)
        x->column[c - left].merged += last - m->first.row;
}

/* Cells of the rows that belong to merged ones above them. Ranges of a damaged file
 * overlap; those that count are empty. */
static void count_merged(struct xlsx *x)
{
    size_t n;
    const struct ref_range *merges = sheet_merges(&x->sheet, &n);

    for (size_t i = 0; i < n && x->region.columns > 0; i++)
        count_merged_range(x, &merges[i]);
    for (size_t i = 0; i < x->region.columns; i++) {
        struct xlsx_column *c = &x->column[i];

        if (c->merged > c->kinds[XLSX_EMPTY])
            c->merged = c->kinds[XLSX_EMPTY];
    }
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
    if (cell->kind == TAPE_NUMBER)
        count_unit(x, c, cell);
    if (!c->format.n && cell->kind != TAPE_TEXT &&
        cell->style < x->file.styles.n)
        c->format = x->file.styles.list[cell->style].code;
}

static enum err count_rows(struct xlsx *x, const struct region_run *run,
                           struct error *e)
{
    uint32_t first = x->region.first_column;
    uint32_t last = first + (uint32_t)x->region.columns - 1;

    for (size_t i = run->from; i < run->to; i++) {
        struct tape_row row;

        if (grid_row(&x->grid, i, first, last, &row, e) != OK)
            return e->code;
        for (uint32_t k = 0; k < row.n; k++)
            count_cell(x, &x->column[row.cells[k].column - first], row.row,
                       &row.cells[k]);
    }
    return OK;
}

/* What the columns hold, over every row of the table. */
static enum err count_columns(struct xlsx *x, struct error *e)
{
    const struct region *g = &x->region;

    x->column =
        arena_alloc_array(&x->table_arena, g->columns, sizeof(*x->column), e);
    if (!x->column)
        return e->code;
    for (size_t i = 0; i < g->runs_n; i++)
        if (count_rows(x, &g->runs[i], e) != OK)
            return e->code;
    for (size_t i = 0; i < g->columns; i++) {
        struct xlsx_column *c = &x->column[i];

        c->kinds[XLSX_EMPTY] = x->report.rows;
        for (size_t k = XLSX_EMPTY + 1; k < XLSX_KINDS; k++)
            c->kinds[XLSX_EMPTY] -= c->kinds[k];
        c->dates_as_times = c->kinds[XLSX_DATE] && c->kinds[XLSX_DATETIME];
    }
    count_merged(x);
    x->report.column = x->column;
    return OK;
}

size_t xlsx_tables(const struct xlsx *x)
{
    return x->list.n;
}

size_t xlsx_table(const struct xlsx *x)
{
    return x->table;
}

enum err xlsx_table_open(struct xlsx *x, size_t i, struct error *e)
{
    enum err rc;

    arena_release(&x->table_arena);
    arena_init(&x->table_arena, REPORT_BYTES);
    x->table = i;
    x->region = i < x->list.n ? x->list.tables[i] : (struct region){0};
    x->report = (struct xlsx_report){0};
    rc = report_table(x, e);
    if (!rc)
        rc = count_columns(x, e);
    xlsx_rows_rewind(x);
    return rc;
}

/* The ranges of this sheet that have names. */
static enum err list_named(struct xlsx *x, struct region_hints *hints,
                           struct error *e)
{
    struct str sheet = x->file.w.sheets[x->sheet_index].name;
    struct ref_range *list =
        arena_alloc_array(&x->sheet_arena, x->file.w.names_n, sizeof(*list), e);

    if (!list)
        return e->code;
    for (size_t i = 0; i < x->file.w.names_n; i++)
        if (str_eq_nocase(x->file.w.names[i].sheet, sheet) &&
            hints->named_n < MAX_NAMED)
            list[hints->named_n++] = x->file.w.names[i].range;
    hints->named = list;
    return OK;
}

static enum err find_tables(struct xlsx *x, size_t i, struct error *e)
{
    struct region_hints hints = {.header = x->o.header};

    if ((x->format->read_objects &&
         x->format->read_objects(&x->file, i, &x->sheet_arena, &hints.objects,
                                 e) != OK) ||
        list_named(x, &hints, e) != OK)
        return e->code;
    return region_find(&x->sheet, &x->file.strings, &hints, &x->sheet_arena,
                       &x->list, e);
}

enum err xlsx_sheet_open(struct xlsx *x, size_t i, struct error *e)
{
    const struct workbook_sheet *s;
    struct shown shown;
    enum err rc;

    BUG_ON(i >= x->file.w.n);
    s = &x->file.w.sheets[i];
    sheet_close(
        x); /* what was said of another sheet must not be taken for this */
    if (s->kind != WORKBOOK_WORKSHEET)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "sheet '%s' is not a table: it holds %s",
                         shown_name(s->name, &shown),
                         s->kind == WORKBOOK_CHART ? "a chart" : "no cells");
    arena_init(&x->sheet_arena, REPORT_BYTES);
    arena_init(&x->table_arena, REPORT_BYTES);
    sheet_init(&x->sheet, x->o.cell_bytes, x->o.spill_fd, x->o.spill_max);
    grid_init(&x->grid, &x->sheet, &x->file.strings);
    x->has_sheet = true;
    x->sheet_index = i;
    rc = x->format->read_sheet(&x->file, i, &x->sheet, e);
    if (!rc)
        rc = find_tables(x, i, e);
    if (!rc)
        rc = xlsx_table_open(x, 0, e);
    if (rc) {
        error_wrap(e, "sheet '%s'", shown_name(s->name, &shown));
        sheet_close(x);
    }
    return rc;
}

void xlsx_rows_rewind(struct xlsx *x)
{
    x->next_run = 0;
    x->next_row = x->region.runs_n ? x->region.runs[0].from : 0;
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
        size_t column = (size_t)from->column - x->region.first_column;
        struct str text = grid_text(&x->grid, row, from);
        struct xlsx_cell *to;

        if (from->column < x->region.first_column ||
            column >= x->region.columns)
            continue; /* another table's, beside this one */
        to = &cells[column];
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

/* Is there a row left? It is x->next_row. */
static bool find_next(struct xlsx *x)
{
    const struct region *g = &x->region;

    if (x->next_run < g->runs_n && x->next_row == g->runs[x->next_run].to &&
        ++x->next_run < g->runs_n)
        x->next_row = g->runs[x->next_run].from;
    return x->next_run < g->runs_n;
}

enum err xlsx_rows_next(struct xlsx *x, struct xlsx_cell *cells, size_t max,
                        size_t *rows, struct error *e)
{
    size_t used = 0;

    for (*rows = 0; *rows < max && find_next(x); ++*rows) {
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
