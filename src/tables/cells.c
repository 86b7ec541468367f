/*
 * cells.c - blocks of cells, by what the map says of a table: the letters of
 * its columns, its first row and, where others stand between its rows, which
 * ranges of them there are.
 */
#include "tables/cells.h"

#include <inttypes.h>
#include <stdio.h>

#define SHOWN       3u
#define BLOCK_BYTES 64u
#define NAME_BYTES  8u /* of a column's letters */

/* Called for each block; false: no more of them. */
typedef bool take_block(void *ctx, const char *block);

static const struct json *find_table(const struct json *map)
{
    const struct json *tables = json_find(map, "tables");
    struct str name = json_text(json_find(map, "table"));

    for (const struct json *t = tables ? tables->first : NULL; t; t = t->next)
        if (str_eq(json_text(json_find(t, "name")), name))
            return t;
    return map;
}

bool table_cells_find(const struct json *map, struct table_cells *out)
{
    const struct json *table = find_table(map);

    *out = (struct table_cells){
        .sheet = json_text(json_find(table, "sheet")),
        .range = json_text(json_find(table, "range")),
        .fidelity = json_find(table, "fidelity"),
        .rows = json_u64(json_find(table, "row_count"), UINT32_MAX),
    };
    return out->range.n > 0;
}

/* ---- of pages ---- */

/* What a page has of a table. */
struct page_part {
    uint64_t page, table, first_row;
};

static struct page_part read_part(const struct json *j)
{
    return (struct page_part){
        .page = json_u64(json_find(j, "page"), UINT32_MAX),
        .table = json_u64(json_find(j, "table"), UINT32_MAX),
        .first_row = json_u64(json_find(j, "first_row"), UINT32_MAX)};
}

/* The part that has a row; false: the table is of one page. */
static bool find_part(const struct table_cells *c, uint64_t row,
                      struct page_part *out)
{
    const struct json *parts = json_find(c->fidelity, "parts");
    bool found = false;

    for (const struct json *j = parts ? parts->first : NULL; j; j = j->next) {
        const struct page_part part = read_part(j);

        if (part.first_row == 0 || part.first_row > row)
            break;
        *out = part;
        found = true;
    }
    return found;
}

void table_cells_part(const struct table_cells *c,
                      const struct cells_part *part, struct buf *out)
{
    struct page_part page = {.first_row = 1};

    if (c->sheet.n || c->range.n == 0)
        return;
    if (part->last && find_part(c, part->first, &page))
        buf_printf(out, "page=%" PRIu64 "&table=%" PRIu64, page.page,
                   page.table);
    else
        buf_put_str(out, c->range);
    if (part->last)
        buf_printf(out, "&rows=%" PRIu64 "-%" PRIu64,
                   part->first - page.first_row + 1,
                   part->last - page.first_row + 1);
}

bool table_cells_on_page(const struct json *map, uint64_t page, uint64_t table,
                         struct str *name, uint64_t *row)
{
    const struct json *tables = json_find(map, "tables");

    for (const struct json *t = tables ? tables->first : NULL; t; t = t->next) {
        const struct json *parts = json_find(json_find(t, "fidelity"), "parts");

        for (const struct json *j = parts && parts->first ? parts->first->next
                                                          : NULL;
             j; j = j->next) {
            const struct page_part part = read_part(j);

            if (part.page != page || part.table != table)
                continue;
            *name = json_text(json_find(t, "name"));
            *row = part.first_row;
            return part.first_row > 0;
        }
    }
    return false;
}

/* ---- of sheets ---- */

/* The rows of "B12:F40". */
static bool read_rows(struct str range, uint64_t rows[2])
{
    size_t colon = str_find_char(range, ':');
    struct str end[2] = {str_slice(range, 0, colon),
                         str_slice(range, colon + 1, range.n)};
    struct error ignored;

    for (size_t i = 0; i < 2; i++) {
        size_t digits = end[i].n;

        while (digits > 0 && end[i].p[digits - 1] >= '0' &&
               end[i].p[digits - 1] <= '9')
            digits--;
        if (str_parse_u64(str_slice(end[i], digits, end[i].n), UINT32_MAX,
                          &rows[i], &ignored) != OK)
            return false;
    }
    return rows[0] > 0 && rows[0] <= rows[1];
}

struct blocks {
    const struct table_cells *c;
    const struct cells_part *part;
    uint64_t first, last; /* rows of the table that are wanted */
    uint64_t before;      /* rows of the table that were passed */
    take_block *take;
    void *ctx;
};

static bool is_used(const struct blocks *b, const struct json *column)
{
    return !b->part->uses ||
           b->part->uses(b->part->ctx, json_text(json_find(column, "name")));
}

static bool uses_any(const struct blocks *b, const struct json *columns)
{
    for (const struct json *c = columns ? columns->first : NULL; c; c = c->next)
        if (is_used(b, c))
            return true;
    return false;
}

/* Rows of the sheet, in each run of columns that is used. */
static bool put_rows(struct blocks *b, uint64_t top, uint64_t bottom)
{
    const struct json *columns = json_find(b->c->fidelity, "columns");
    const bool all = !uses_any(b, columns);
    const struct json *from = NULL;

    for (const struct json *c = columns ? columns->first : NULL; c;
         c = c->next) {
        struct str first, last;
        char block[BLOCK_BYTES];

        if (!from && (all || is_used(b, c)))
            from = c;
        if (!from || (c->next && (all || is_used(b, c->next))))
            continue;
        first = str_slice(json_text(json_find(from, "column")), 0, NAME_BYTES);
        last = str_slice(json_text(json_find(c, "column")), 0, NAME_BYTES);
        (void)snprintf(block, sizeof(block), "%.*s%" PRIu64 ":%.*s%" PRIu64,
                       STR_FMT(first), top, STR_FMT(last), bottom);
        from = NULL;
        if (first.n && !b->take(b->ctx, block))
            return false;
    }
    return true;
}

/* Rows of the sheet that are the next ones of the table. */
static bool put_run(struct blocks *b, const uint64_t rows[2])
{
    uint64_t n = rows[1] - rows[0] + 1;
    uint64_t from = b->before + 1 > b->first ? b->before + 1 : b->first;
    uint64_t to = b->before + n < b->last ? b->before + n : b->last;
    bool more = true;

    if (from <= to)
        more = put_rows(b, rows[0] + from - b->before - 1,
                        rows[0] + to - b->before - 1);
    b->before += n;
    return more && b->before < b->last;
}

static void for_each_block(struct blocks *b)
{
    const struct json *ranges = json_find(b->c->fidelity, "row_ranges");
    uint64_t rows[2];

    b->first = b->part->first ? b->part->first : 1;
    b->last = b->part->last && b->part->last < b->c->rows ? b->part->last
                                                          : b->c->rows;
    if (ranges && ranges->first) {
        for (const struct json *r = ranges->first; r; r = r->next)
            if (!read_rows(json_text(r), rows) || !put_run(b, rows))
                return;
        return;
    }
    rows[0] = json_u64(json_find(b->c->fidelity, "first_data_row"), UINT32_MAX);
    rows[1] = rows[0] + b->c->rows - 1;
    if (rows[0] && b->c->rows)
        (void)put_run(b, rows);
}

struct writing {
    struct jsonw *w;
    size_t n;
};

static bool write_block(void *ctx, const char *block)
{
    struct writing *x = ctx;

    jsonw_cstr(x->w, block);
    return ++x->n < TABLE_CELLS_LISTED;
}

void table_cells_write(const struct table_cells *c,
                       const struct cells_part *part, struct jsonw *w)
{
    struct writing x = {.w = w};
    struct blocks b = {.c = c, .part = part, .take = write_block, .ctx = &x};

    jsonw_member_str(w, "sheet", c->sheet);
    jsonw_member_str(w, "range", c->range);
    jsonw_key(w, "cells");
    jsonw_begin_array(w);
    for_each_block(&b);
    jsonw_end_array(w);
}

struct saying {
    struct buf *out;
    size_t n;
};

static bool say_block(void *ctx, const char *block)
{
    struct saying *x = ctx;

    buf_puts(x->out, x->n ? ", " : "!");
    buf_puts(x->out, x->n < SHOWN ? block : "...");
    return ++x->n <= SHOWN;
}

void table_cells_say(const struct table_cells *c, const struct cells_part *part,
                     struct buf *out)
{
    struct saying x = {.out = out};
    struct blocks b = {.c = c, .part = part, .take = say_block, .ctx = &x};

    buf_put_str(out, c->sheet);
    table_cells_part(c, part, out);
    for_each_block(&b);
}
