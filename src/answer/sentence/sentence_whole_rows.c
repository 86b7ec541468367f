/*
 * sentence_whole_rows.c - rows of the file are named by what tells them apart for people
 * (row_label.h): "Highest weight: 5,140 lb (Caprice).".
 */
#include "answer/sentence/row_label.h"
#include "answer/sentence/sentence_parts.h"

#define NAMED 3 /* of those that share a value */

/* Which cells of a result say what a row is called. */
struct label_cells {
    size_t column[ROW_LABEL_COLUMNS];
    size_t n;     /* 0: nothing does */
    bool is_name; /* of two: first and last name */
};

static bool find_column(const struct json *result, struct str name, size_t *out)
{
    const struct json *columns = json_find(result, "columns");

    *out = 0;
    for (const struct json *c = columns ? columns->first : NULL; c;
         c = c->next, (*out)++)
        if (str_eq(json_text(c), name))
            return true;
    return false;
}

static struct label_cells label_cells_of(struct sentence_parts *p,
                                         const struct json *result)
{
    struct label_cells cells = {.n = 0};
    struct row_label label;

    if (!p->x.table || row_label_of(p->x.table, p->a, &label, p->e)) {
        p->failed |= p->x.table != NULL;
        return cells;
    }
    cells.is_name = label.is_name;
    for (size_t i = 0; i < label.n; i++)
        cells.n +=
            find_column(result, label.column[i]->name, &cells.column[cells.n]);
    return cells;
}

/* "Oslo, 2 January 2024" */
static void put_label(struct sentence_parts *p, const struct json *result,
                      const struct label_cells *cells, const struct json *row)
{
    const struct json *columns = json_find(result, "columns");

    for (size_t i = 0; i < cells->n; i++) {
        const struct spec_measure m = {
            .column = json_text(parts_cell_at(columns, cells->column[i]))};
        const struct json *cell = parts_cell_at(row, cells->column[i]);

        if (i)
            buf_puts(&p->b, cells->is_name ? " " : ", ");
        if (cell && cell->type == JSON_STRING)
            parts_put_figure(p, &m, cell);
        else
            parts_put_cell(p, cell);
    }
}

/* The rows that share a value, "A, B and C". Those of another result than that of the
 * answer prove nothing. */
static struct str who(struct sentence_parts *p, const struct json *result,
                      const struct label_cells *cells, uint64_t total)
{
    const struct json *rows = json_find(result, "rows");
    const struct json *row = rows->first;
    const uint64_t shown = total < NAMED ? total : NAMED;
    const size_t from = p->b.n;
    struct str text;

    for (uint64_t i = 0; row && i < shown; i++, row = row->next) {
        if (i)
            parts_say(p, i + 1 == total ? WORDING_AND : WORDING_BETWEEN_ROWS,
                      NULL, 0);
        put_label(p, result, cells, row);
    }
    parts_put_more(p, total, shown);
    text = parts_take(p, from);
    if (result != p->result)
        parts_restate(p, text);
    return text;
}

static uint64_t total_of(const struct json *result)
{
    const struct json *total = json_find(result, "total_row_count");
    const struct json *rows = json_find(result, "rows");
    struct error ignored;
    uint64_t n = 0;

    if (!total || json_read_u64(total, "rows", UINT64_MAX, &n, &ignored))
        n = rows ? rows->count : 0;
    return n;
}

/* "Highest weight: 5,140 lb (Caprice)." */
static void put_extreme(struct sentence_parts *p, const struct spec_measure *m,
                        const struct json *cell, const struct json *holders,
                        const struct label_cells *cells)
{
    const size_t from = p->b.n;
    struct str fill[4];

    sentence_measure(&p->b, &p->x, m);
    fill[0] = parts_take(p, from);
    parts_put_figure(p, m, cell);
    fill[1] = parts_take(p, from);
    fill[2] = parts_conditions(p, SENTENCE_ALL, true);
    fill[3] = who(p, holders, cells, total_of(holders));
    parts_say(p, WORDING_EXTREME, fill, 4);
}

bool sentence_extreme(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    const struct spec_measure *m = &s->measures[0];
    const struct json *rows = json_find(p->holders, "rows");
    struct label_cells cells;

    if (!rows || rows->count == 0 || s->n_measures != 1)
        return false;
    cells = label_cells_of(p, p->holders);
    if (cells.n == 0)
        return false;
    put_extreme(p, m, parts_cell_at(p->rows->first, 0), p->holders, &cells);
    return true;
}

/* "Top 3 cars by weight: Caprice (5,140 lb); ..." */
static void put_ranked(struct sentence_parts *p, size_t by,
                       const struct label_cells *cells)
{
    const struct query_spec *s = p->x.spec;
    const struct spec_measure m = {.column = s->order_column};
    const uint64_t n = s->place ? s->place : p->total;
    const struct json *row = p->rows->first;
    const size_t from = p->b.n;
    struct str fill[4] = {parts_number(p, n),
                          parts_rows_called(p, s->place ? 1 : p->total),
                          {0},
                          parts_conditions(p, SENTENCE_ALL, true)};
    uint64_t named;

    fill[2] = parts_name(p, s->order_column);
    parts_say_count(p,
                    s->place        ? WORDING_PLACE_OF
                    : s->descending ? WORDING_TOP
                                    : WORDING_BOTTOM,
                    fill, 4);
    fill[0] = parts_take(p, from);
    for (named = 0; row && named < SENTENCE_MAX_NAMED;
         named++, row = row->next) {
        if (named)
            parts_say(p, WORDING_BETWEEN_ROWS, NULL, 0);
        put_label(p, p->result, cells, row);
        parts_say(p, WORDING_FIGURES_OPEN, NULL, 0);
        parts_put_figure(p, &m, parts_cell_at(row, by));
        parts_say(p, WORDING_FIGURES_CLOSE, NULL, 0);
    }
    parts_put_more(p, p->total, named);
    fill[1] = parts_take(p, from);
    parts_say(p, WORDING_HEADED, fill, 2);
}

/* "3 cars with country Japan", in an order or in none. */
static void put_counted_rows(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    struct str fill[4] = {parts_number(p, p->total),
                          parts_rows_called(p, p->total),
                          parts_conditions(p, SENTENCE_ALL, true)};

    if (s->order != ORDER_COLUMN) {
        parts_say_count(p, WORDING_ROWS_WHOLE, fill, 3);
        return;
    }
    fill[3] = parts_name(p, s->order_column);
    parts_say_count(
        p, s->descending ? WORDING_ROWS_HIGHEST : WORDING_ROWS_LOWEST, fill, 4);
}

void sentence_whole_rows(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    const struct spec_measure m = {.agg = s->descending ? AGG_MAX : AGG_MIN,
                                   .column = s->order_column};
    struct label_cells cells = {.n = 0};
    size_t by = 0;

    if (s->order == ORDER_COLUMN && s->limit && s->each == 0 &&
        find_column(p->result, s->order_column, &by))
        cells = label_cells_of(p, p->result);
    if (cells.n == 0)
        put_counted_rows(p);
    else if (s->limit == 1 && !s->place)
        put_extreme(p, &m, parts_cell_at(p->rows->first, by), p->result,
                    &cells);
    else
        put_ranked(p, by, &cells);
}
