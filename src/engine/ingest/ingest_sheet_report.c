/* ingest_sheet_report.c - how a worksheet was read, with places in it. */
#include "engine/ingest/ingest_sheet.h"

#include "engine/ingest/ingest_blanks.h"
#include "engine/ingest/ingest_map.h"
#include "engine/ingest/ingest_texts.h"
#include "engine/ingest/ingest_totals.h"
#include "engine/ingest/sheet_names.h"

#include <stdio.h>

#define NAME_BYTES   ((size_t)64 << 10)
#define MAX_PLACES   20u   /* of a kind, listed; the total is exact */
#define MAX_RUNS     1000u /* of rows that others part */
#define MAX_CAPTIONS 50u   /* beside a table that are searched for a unit */

static void put_range(struct jsonw *w, struct ref_range r)
{
    char text[SHEET_RANGE_BYTES];

    sheet_range_text(r, text);
    jsonw_cstr(w, text);
}

static void put_member_range(struct jsonw *w, struct ref_range r)
{
    jsonw_key(w, "range");
    put_range(w, r);
    jsonw_end_object(w);
}

static void put_ranges(struct jsonw *w, const char *key,
                       const struct ref_range *list, size_t n)
{
    jsonw_key(w, key);
    jsonw_begin_array(w);
    for (size_t i = 0; i < n && i < MAX_PLACES; i++)
        put_range(w, list[i]);
    jsonw_end_array(w);
}

static bool is_merged(const struct xlsx_report *r, uint32_t column)
{
    for (size_t i = 0; i < r->merges_n; i++) {
        if (r->merges[i].first.column < column &&
            r->merges[i].last.column >= column)
            return true;
    }
    return false;
}

/* A column inside the table that has neither name nor value: what stands right
   of it may be another table. */
static bool parts_table(const struct ingest *in, const struct xlsx_report *r,
                        size_t i)
{
    bool empty = in->names[i].original.n == 0;

    for (size_t k = 0; k < XLSX_KINDS; k++)
        empty = empty && (k == XLSX_EMPTY || r->column[i].kinds[k] == 0);
    return empty && r->header_rows && i > 0 && i + 1 < in->columns &&
           !is_merged(r, r->table.first.column + (uint32_t)i);
}

static void write_column(const struct ingest *in, const struct xlsx_report *r,
                         size_t i, struct jsonw *w)
{
    const struct xlsx_column *c = &r->column[i];
    char letters[REF_NAME_BYTES];
    size_t n = ref_letters(r->table.first.column + (uint32_t)i, letters);

    jsonw_begin_object(w);
    jsonw_member_str(w, "name", in->names[i].name);
    jsonw_member_str(w, "column", (struct str){letters, n});
    if (c->format.n)
        jsonw_member_str(w, "number_format", c->format);
    if (c->percent)
        jsonw_member_u64(w, "percent_cells", c->percent);
    if (c->currency)
        jsonw_member_u64(w, "currency_cells", c->currency);
    if (c->other_unit)
        jsonw_member_u64(w, "other_unit_cells", c->other_unit);
    if (c->merged)
        jsonw_member_u64(w, "merged_cells", c->merged);
    if (c->kinds[XLSX_ERROR])
        jsonw_member_u64(w, "error_cells", c->kinds[XLSX_ERROR]);
    if (c->uncached)
        jsonw_member_u64(w, "formulas_without_value", c->uncached);
    if (parts_table(in, r, i))
        jsonw_member_u64(w, "parts_the_table", 1);
    ingest_write_null_words(&in->types[i], w);
    ingest_write_reason(&in->types[i], w);
    jsonw_end_object(w);
}

/* Each kind of oddity that occurs: how many, and the first places. */
static void write_places(const struct xlsx_report *r, struct jsonw *w)
{
    static const char *const names[SHEET_NOTES] = {
        [SHEET_NOTE_ERROR] = "error_cells_read_as_null",
        [SHEET_NOTE_UNCACHED] = "formulas_without_value_read_as_null",
        [SHEET_NOTE_DAY_ZERO] = "dates_of_day_zero",
        [SHEET_NOTE_PHANTOM_DAY] = "dates_of_29_february_1900",
        [SHEET_NOTE_NO_DATE] = "dates_out_of_range_read_as_numbers",
        [SHEET_NOTE_EMPTY_TEXT] = "empty_texts_read_as_null"};

    jsonw_key(w, "places");
    jsonw_begin_array(w);
    for (int i = 0; i < SHEET_NOTES; i++) {
        const struct xlsx_places *p = &r->notes[i];

        if (p->total == 0)
            continue;
        jsonw_begin_object(w);
        jsonw_member_cstr(w, "what", names[i]);
        jsonw_member_u64(w, "cells", p->total);
        jsonw_key(w, "first");
        jsonw_begin_array(w);
        for (size_t k = 0; k < p->n && k < MAX_PLACES; k++) {
            char name[REF_NAME_BYTES];

            ref_name(p->list[k], name);
            jsonw_cstr(w, name);
        }
        jsonw_end_array(w);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static const char *const whats[REGION_WHATS] = {[REGION_NOTE] = "note",
                                                [REGION_HEADING] = "heading",
                                                [REGION_PAIRS] = "pairs",
                                                [REGION_TOTAL] = "total",
                                                [REGION_REPEATED] =
                                                    "repeated header",
                                                [REGION_OTHER] = "other"};

/* Those of the sheet; its main table has them. */
static void write_left_out(const struct xlsx_report *r, bool is_main,
                           struct jsonw *w)
{
    jsonw_key(w, "left_out");
    jsonw_begin_array(w);
    for (size_t i = 0; is_main && i < r->left_out_n && i < MAX_PLACES; i++) {
        jsonw_begin_object(w);
        jsonw_key(w, "range");
        put_range(w, r->left_out[i].range);
        jsonw_member_u64(w, "cells", r->left_out[i].cells);
        jsonw_member_cstr(w, "what", whats[r->left_out[i].what]);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_member_u64(w, "blocks_left_out", is_main ? r->left_out_total : 0);
}

/* Does the table have it, or the sheet as a whole? */
static bool is_said_of(const struct region_left_out *l, size_t number)
{
    return l->table == number || (l->table == 0 && number == 1);
}

/* What stands around the rows and says something of them: for search, and for people. */
static void write_texts(const struct xlsx_report *r, size_t number,
                        struct jsonw *w)
{
    struct ingest_texts t;

    ingest_texts_begin(&t, w);
    if (r->title_whole.n && ingest_texts_next(&t, "title", r->title_whole))
        put_member_range(w, r->title);
    for (size_t i = 0; i < r->left_out_n; i++) {
        const struct region_left_out *l = &r->left_out[i];

        if (l->text.n && is_said_of(l, number) &&
            ingest_texts_next(&t, whats[l->what], l->text))
            put_member_range(w, l->range);
    }
    ingest_texts_end(&t);
}

static void write_notes(const struct xlsx_report *r, struct jsonw *w)
{
    jsonw_key(w, "notes");
    jsonw_begin_array(w);
    if (r->header_assumed)
        jsonw_cstr(w, "the first row was taken as the header, though the "
                      "cells below it are text as well");
    jsonw_end_array(w);
}

/* Where the rows are, when others stand between them. */
static void write_runs(const struct xlsx_report *r, struct jsonw *w)
{
    jsonw_key(w, "row_ranges");
    jsonw_begin_array(w);
    for (size_t i = 0; r->runs_n > 1 && i < r->runs_n && i < MAX_RUNS; i++)
        put_range(w, r->runs[i]);
    jsonw_end_array(w);
}

/* The cells of a row of the table, from 1. */
static void put_row(const void *report, uint64_t row, struct jsonw *w)
{
    const struct xlsx_report *r = report;
    struct ref_range cells = r->table;

    for (size_t i = 0; i < r->runs_n; i++) {
        uint64_t rows = (uint64_t)r->runs[i].last.row - r->runs[i].first.row;

        if (row <= rows + 1) {
            cells.first.row = r->runs[i].first.row + (uint32_t)row - 1;
            break;
        }
        row -= rows + 1;
    }
    cells.last.row = cells.first.row;
    put_range(w, cells);
}

/* The unit that words beside the table state, or those above all tables (0). */
static bool find_unit(const struct xlsx_report *r, size_t number,
                      struct caption_unit *out)
{
    size_t looked_at = 0;

    for (size_t i = 0; i < r->left_out_n && looked_at < MAX_CAPTIONS; i++) {
        const struct region_left_out *l = &r->left_out[i];

        if (l->table != number || l->what == REGION_TOTAL ||
            l->what == REGION_OTHER)
            continue;
        looked_at++;
        if (caption_unit_find(l->text, out))
            return true;
    }
    return false;
}

/* What the title says, or else what stands beside the table, or above all of them. */
static void write_unit(const struct ingest *in, const struct xlsx_report *r,
                       size_t number, struct jsonw *w)
{
    struct caption_unit unit = {0};

    if (!caption_unit_find(r->title_whole, &unit) &&
        !find_unit(r, number, &unit))
        (void)find_unit(r, 0, &unit);
    ingest_write_unit(in, &unit, w);
}

/* Tables are numbered from 1, the main one first. */
static void write_fidelity(const struct ingest *in, const struct xlsx_report *r,
                           size_t number, struct jsonw *w)
{
    jsonw_key(w, "fidelity");
    jsonw_begin_object(w);
    ingest_write_compression(in->request, w);
    jsonw_key(w, "range");
    put_range(w, r->table);
    jsonw_member_u64(w, "header_rows", r->header_rows);
    jsonw_member_u64(w, "first_data_row", r->first_data_row);
    jsonw_member_u64(w, "blank_rows", r->blank_rows);
    write_runs(r, w);
    jsonw_key(w, "title");
    if (r->title.first.row)
        put_range(w, r->title);
    else
        jsonw_null(w);
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < in->columns; i++)
        write_column(in, r, i, w);
    jsonw_end_array(w);
    ingest_write_renamed(in, w);
    write_left_out(r, number == 1, w);
    write_texts(r, number, w);
    put_ranges(w, "merged", r->merges, r->merges_n);
    jsonw_member_u64(w, "merged_cells", r->merges_total);
    put_ranges(w, "hidden_columns", r->hidden_columns, r->hidden_columns_n);
    jsonw_member_u64(w, "hidden_rows", r->hidden_rows_total);
    jsonw_member_u64(w, "formulas", r->formulas);
    write_unit(in, r, number, w);
    ingest_blanks_write(in, w);
    ingest_totals_write(in, put_row, r, w);
    write_places(r, w);
    jsonw_key(w, "rows_rejected");
    jsonw_begin_array(w);
    jsonw_end_array(w);
    write_notes(r, w);
    jsonw_end_object(w);
}

static void put_text(struct jsonw *w, const char *key, struct str text)
{
    jsonw_key(w, key);
    if (text.n)
        jsonw_str(w, text);
    else
        jsonw_null(w);
}

/* Where the table is, and what else it may be called. */
static void write_names(const struct xlsx_report *r, struct str sheet,
                        struct jsonw *w)
{
    char range[SHEET_RANGE_BYTES];
    struct buf text;

    sheet_range_text(r->table, range);
    jsonw_member_str(w, "sheet", sheet);
    buf_init(&text, NAME_BYTES);
    buf_put_str(&text, sheet);
    buf_printf(&text, "!%s", range);
    jsonw_member_str(w, "range", buf_str(&text));
    buf_release(&text);
    put_text(w, "title", str_trim(r->title_text));
    put_text(w, "defined_name", r->name);
}

void sheet_write_report(const struct ingest *in, const struct xlsx *x,
                        size_t sheet, size_t index, struct jsonw *w)
{
    const struct workbook_sheet *s = &xlsx_workbook(x)->sheets[sheet];
    const struct xlsx_report *r = xlsx_report(x);

    jsonw_begin_object(w);
    jsonw_member_cstr(w, "name", in->table);
    if (xlsx_table(x) == 0 && !str_eq(s->name, str_from(in->table)))
        jsonw_member_str(w, "original_name", s->name);
    jsonw_member_u64(w, "index", index);
    jsonw_member_u64(w, "row_count", r->rows);
    jsonw_member_u64(w, "column_count", r->columns);
    jsonw_member_bool(w, "hidden", s->state != WORKBOOK_VISIBLE);
    jsonw_member_bool(w, "has_header", r->header_rows > 0);
    write_names(r, s->name, w);
    ingest_write_columns(in, w);
    ingest_write_chunks(r->rows, w);
    write_fidelity(in, r, xlsx_table(x) + 1, w);
    jsonw_member_null(w, "caution"); /* tables/notes.h says what fidelity has */
    jsonw_end_object(w);
}
