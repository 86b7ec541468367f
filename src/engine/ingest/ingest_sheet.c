#include "engine/ingest/ingest_sheet.h"

#include "formats/csv/column_mark.h"

#include <string.h>

/* Words for what a cell is, for reasons. */
static const char *const kind_words[XLSX_KINDS] = {
    [XLSX_TEXT] = "is text",
    [XLSX_NUMBER] = "is a number",
    [XLSX_BOOLEAN] = "is a boolean",
    [XLSX_DATE] = "is a date",
    [XLSX_DATETIME] = "is a time stamp",
    [XLSX_TIME] = "is a time of day",
    [XLSX_DURATION] = "is a duration"};

static bool has_value(int kind)
{
    return kind != XLSX_EMPTY && kind != XLSX_ERROR;
}

/* The one kind that all values of a column have, but for texts that say that there is
 * no value; XLSX_TEXT when they differ or there is none. */
static enum xlsx_kind only_kind(const struct xlsx_column *c,
                                uint64_t null_words)
{
    int only = XLSX_EMPTY;

    for (int k = 0; k < XLSX_KINDS; k++) {
        if (!has_value(k) || c->kinds[k] == (k == XLSX_TEXT ? null_words : 0))
            continue;
        if (only != XLSX_EMPTY)
            return XLSX_TEXT;
        only = k;
    }
    return only == XLSX_EMPTY ? XLSX_TEXT : (enum xlsx_kind)only;
}

/* Which row of the table a row of the sheet is, from 1. */
static uint64_t row_of(const struct xlsx_report *r, uint32_t sheet_row)
{
    uint64_t before = 0;

    for (size_t i = 0; i < r->runs_n; i++) {
        const struct ref_range *run = &r->runs[i];

        if (sheet_row <= run->last.row)
            return before + sheet_row - run->first.row + 1;
        before += (uint64_t)run->last.row - run->first.row + 1;
    }
    return before;
}

/* Why a column is text: its kinds, or else what its texts look like. */
static void explain_text(const struct xlsx_column *c,
                         const struct xlsx_report *r,
                         const struct column_evidence *seen,
                         struct column_type *t)
{
    uint64_t row[XLSX_KINDS];
    const struct column_kinds kinds = {kind_words, c->kinds, row, XLSX_KINDS};

    for (int k = 0; k < XLSX_KINDS; k++)
        row[k] = c->kinds[k] ? row_of(r, c->first_row[k]) : 0;
    column_explain_written(seen, false, t);
    column_explain_kinds(&kinds, t);
}

static void read_iso(struct column_type *t, enum column_kind kind)
{
    *t =
        (struct column_type){.kind = kind, .order = DATE_YMD, .separator = '-'};
}

/* Numbers of a workbook are doubles with a point; what was seen tells whether
 * they are whole or decimal. */
static void decide_number(const struct ingest *in, const struct xlsx_column *c,
                          size_t i)
{
    struct column_type *t = &in->types[i];

    column_decide_number(in->seen, in->columns, i, t);
    if (c->binary)
        t->kind = COLUMN_DOUBLE;
}

static void decide_type(const struct ingest *in, const struct xlsx_report *r,
                        size_t i)
{
    const struct xlsx_column *c = &r->column[i];
    const uint64_t null_words = column_no_values(in->seen, in->columns, i);
    struct column_type *t = &in->types[i];

    *t = (struct column_type){.kind = COLUMN_TEXT};
    switch (only_kind(c, null_words)) {
    case XLSX_NUMBER: decide_number(in, c, i); break;
    case XLSX_BOOLEAN: t->kind = COLUMN_BOOLEAN; break;
    case XLSX_DATE: read_iso(t, COLUMN_DATE); break;
    case XLSX_DATETIME: read_iso(t, COLUMN_TIMESTAMP); break;
    case XLSX_TIME: read_iso(t, COLUMN_TIME); break;
    default: explain_text(c, r, &in->seen[i], t); return;
    }
    t->null_words = null_words;
    t->mark = in->seen[i].mark;
}

/* A batch of typed cells as cells of text, which is what types read. */
static void convert(struct ingest *in, const struct xlsx_cell *typed,
                    size_t rows)
{
    for (size_t i = 0; i < rows * in->columns; i++) {
        const struct xlsx_cell *c = &typed[i];

        in->cells[i] = (struct csv_cell){0};
        if (!has_value(c->kind))
            continue;
        in->cells[i].p = c->p;
        in->cells[i].n = c->n;
        in->cells[i].quoted = c->kind == XLSX_TEXT;
    }
}

typedef enum err sheet_visit(struct ingest *in, size_t rows, uint64_t first,
                             struct error *e);

/* Every row once, a batch at a time in in->cells. */
static enum err pass(struct ingest *in, struct xlsx *x, sheet_visit *visit,
                     struct error *e)
{
    struct xlsx_cell *typed = arena_alloc_array(
        in->a, in->batch_rows * in->columns, sizeof(*typed), e);
    uint64_t row = 1;
    size_t n = 0;
    enum err rc = OK;

    if (!typed)
        return e->code;
    xlsx_rows_rewind(x);
    while (!rc) {
        rc = xlsx_rows_next(x, typed, in->batch_rows, &n, e);
        if (rc || n == 0)
            break;
        convert(in, typed, n);
        rc = visit(in, n, row, e);
        row += n;
    }
    return rc;
}

static enum err look(struct ingest *in, size_t rows, uint64_t first,
                     struct error *e)
{
    (void)e;
    for (size_t i = 0; i < in->columns; i++) {
        if (in->types[i].kind == COLUMN_DOUBLE) /* marked */
            column_add(&in->seen[i], in->cells + i, in->columns, rows, first);
    }
    return OK;
}

static enum err append(struct ingest *in, size_t rows, uint64_t first,
                       struct error *e)
{
    (void)first;
    return ingest_append_rows(in, rows, e);
}

static enum err make_room(struct ingest *in, const struct xlsx_report *r,
                          struct error *e)
{
    size_t n = r->columns;

    if (n > INGEST_MAX_COLUMNS)
        return error_set(e, ERR_LIMIT,
                         "a table of %zu columns; at most %zu are read", n,
                         INGEST_MAX_COLUMNS);
    in->columns = n;
    in->rows = r->rows;
    in->batch_rows = ingest_batch_rows(n);
    in->names = arena_alloc_array(in->a, n, sizeof(*in->names), e);
    in->seen = arena_alloc_array(in->a, n, sizeof(*in->seen), e);
    in->types = arena_alloc_array(in->a, n, sizeof(*in->types), e);
    in->cells =
        arena_alloc_array(in->a, in->batch_rows * n, sizeof(*in->cells), e);
    return in->names && in->seen && in->types && in->cells ? OK : e->code;
}

enum err sheet_decide(struct ingest *in, struct xlsx *x, struct error *e)
{
    const struct xlsx_report *r = xlsx_report(x);
    bool marked = false;
    enum err rc = make_room(in, r, e);

    if (!rc)
        rc = column_names_make(r->header, r->columns, in->a, in->names, e);
    if (rc)
        return rc;
    for (size_t i = 0; i < in->columns; i++) {
        enum xlsx_kind kind = only_kind(&r->column[i], 0);
        bool looked_at = kind == XLSX_NUMBER || kind == XLSX_TEXT;

        column_begin(&in->seen[i]);
        in->types[i].kind = looked_at ? COLUMN_DOUBLE : COLUMN_TEXT;
        marked |= looked_at;
    }
    if (marked)
        rc = pass(in, x, look, e);
    for (size_t i = 0; i < in->columns && !rc; i++)
        decide_type(in, r, i);
    return rc;
}

enum err sheet_append(struct ingest *in, struct xlsx *x, struct error *e)
{
    return pass(in, x, append, e);
}
