/*
 * xlsx.h - reads workbooks, XLSX and what workbook_format.h adds: their sheets, the tables of each row by row with
 * typed cells, and a report of how they were read.
 *
 *     xlsx_open -> xlsx_sheet_open -> xlsx_rows_next ... xlsx_rows_rewind ...
 *                  xlsx_table_open -> xlsx_rows_next ...
 *
 * Opening a sheet reads all of its XML, once; its tables and passes over their
 * rows then cost little. One table of one sheet is open at a time.
 */
#ifndef FORMATS_XLSX_XLSX_H
#define FORMATS_XLSX_XLSX_H

#include "formats/xlsx/ref.h"
#include "formats/xlsx/region.h"
#include "formats/xlsx/workbook.h"

enum xlsx_kind {
    XLSX_EMPTY,
    XLSX_TEXT,
    XLSX_NUMBER,   /* exact decimal text: "1234.5", "1e30" */
    XLSX_BOOLEAN,  /* "true", "false" */
    XLSX_DATE,     /* "2024-03-01" */
    XLSX_DATETIME, /* "2024-03-01 10:30:00", or with ".250" */
    XLSX_TIME,     /* "10:30:00" */
    XLSX_DURATION, /* "36:30:00", "-00:30:00" */
    XLSX_ERROR,    /* "#N/A"; the value is null and it is reported */
    XLSX_KINDS
};

struct xlsx_cell {
    const char *p; /* the text; borrows the reader until the next call */
    uint32_t n;
    uint8_t kind; /* enum xlsx_kind */
    uint8_t flags;
};

/* xlsx_cell.flags */
#define XLSX_PERCENT  SHEET_PERCENT  /* shown times 100 with a %; value kept */
#define XLSX_CURRENCY SHEET_CURRENCY /* shown with a sign of money */
#define XLSX_BINARY   SHEET_BINARY   /* over 15 digits: a double, no decimal */
#define XLSX_UNCACHED SHEET_UNCACHED /* XLSX_EMPTY: a formula not worked out */

struct workbook_format;

struct xlsx_options {
    size_t text_bytes; /* memory for shared texts; 0: XLSX_TEXT_BYTES */
    size_t cell_bytes; /* memory for cells, then the file; 0: the default */
    int spill_fd;      /* for cells over that, read and written; -1: none */
    uint64_t spill_max;
    enum head_mode header;
    struct part_tick tick; /* progress, and where to stop; or zeroed */
    const struct workbook_format *const *others; /* kinds of workbooks that are
                                                    read beside XLSX, up to a
                                                    NULL; NULL: none */
};

#define XLSX_TEXT_BYTES ((size_t)160 << 20)
#define XLSX_CELL_BYTES ((size_t)48 << 20)

/* What the cells of a column are, over the rows of the table. */
struct xlsx_column {
    uint64_t kinds[XLSX_KINDS];
    uint32_t first_row[XLSX_KINDS]; /* of the sheet; 0: none */
    uint64_t percent, currency, binary, uncached;
    uint64_t
        other_unit; /* numbers whose unit is not that of the column so far: another
                            currency, or per cent where the first is none */
    struct str money;    /* the first currency that numbers are in */
    bool is_percent;     /* the first number is */
    uint64_t merged;     /* empty, and below a cell that has their value */
    struct str format;   /* number format of its first number or date */
    bool dates_as_times; /* days are given as XLSX_DATETIME, because others
                            have a time */
};

/* Places of one kind; the first SHEET_MAX_NOTES of `total`. */
struct xlsx_places {
    const struct ref *list;
    size_t n;
    uint64_t total;
};

/* How a table was read; borrows the reader until another is opened. */
struct xlsx_report {
    struct ref_range table; /* header and rows; row 0: the sheet is empty */
    struct str name;        /* that the workbook gives it; empty: none */
    uint32_t header_rows;   /* 0: there is no header */
    bool header_assumed;
    uint32_t first_data_row;
    const struct ref_range *runs; /* runs[runs_n]: rows of the sheet, in order,
                                     that are the table's; others between them
                                     are empty or left out */
    size_t runs_n;
    uint64_t blank_rows; /* between them, empty */
    uint64_t rows;
    size_t columns;
    const struct str *header;               /* header[columns]; NULL: none */
    const struct xlsx_column *column;       /* column[columns] */
    struct ref_range title;                 /* above the header; row 0: none */
    struct str title_text;                  /* its first words */
    struct str title_whole;                 /* all of them, a line a cell */
    const struct region_left_out *left_out; /* of the sheet; in no table */
    size_t left_out_n;
    uint64_t left_out_total;
    const struct ref_range *merges; /* merges[merges_n] of merges_total */
    size_t merges_n;
    uint64_t merges_total;
    const struct ref_range *hidden_columns; /* whole columns */
    size_t hidden_columns_n;
    const struct ref_range *hidden_rows; /* of the table; row ranges */
    size_t hidden_rows_n;
    uint64_t hidden_rows_total; /* rows */
    uint64_t formulas;
    struct xlsx_places notes[SHEET_NOTES];
};

struct xlsx;

/*
 * xlsx_open - a workbook and the list of its sheets.
 *
 * in       fd   a regular file, borrowed until xlsx_close(), as is o->spill_fd
 *          o    NULL: all defaults, no file to spill to
 * owns     the caller; xlsx_close() it
 * errors   ERR_FILE_READ_FAILED  no workbook: the message names what it
 *                                is (encrypted, .docx, PDF, ...); damaged
 *          ERR_LIMIT             a bomb; too many sheets, styles
 */
MUST_CHECK enum err xlsx_open(int fd, const struct xlsx_options *o,
                              struct xlsx **out, struct error *e);

/* NULL is allowed. */
void xlsx_close(struct xlsx *x);

/* The kind of the workbook: "xlsx", or the name of one of o->others. */
const char *xlsx_format_name(const struct xlsx *x);

/* The sheets in their order; name, state and kind of sheets[0..w->n). */
const struct workbook *xlsx_workbook(const struct xlsx *x);

/*
 * xlsx_sheet_open - read a sheet and find its tables; the one before is closed.
 *
 * in       i    < xlsx_workbook(x)->n
 * errors   ERR_VALIDATION_FAILED it is a chart and has no cells
 *          ERR_FILE_READ_FAILED  not exactly readable: the message names sheet
 *                                and cell, e->pos is a place in its XML
 *          ERR_LIMIT             memory; the message says what to do
 *          what options.tick returns
 * cost     one pass of expat over the sheet; the first call reads the shared
 *          texts as well
 */
MUST_CHECK enum err xlsx_sheet_open(struct xlsx *x, size_t i, struct error *e);

/* Tables of the open sheet, the main one first; 0: it is empty. */
size_t xlsx_tables(const struct xlsx *x);

/* Which of them is open. */
size_t xlsx_table(const struct xlsx *x);

/*
 * xlsx_table_open - another table of the open sheet; a sheet is opened with
 * its first.
 *
 * in       i    < xlsx_tables(x)
 * errors   ERR_FILE_READ_FAILED, ERR_LIMIT
 */
MUST_CHECK enum err xlsx_table_open(struct xlsx *x, size_t i, struct error *e);

/* Of the open table. */
const struct xlsx_report *xlsx_report(const struct xlsx *x);

/* The next row is the first of the table again. */
void xlsx_rows_rewind(struct xlsx *x);

/*
 * xlsx_rows_next - the next rows of the table, all of report->columns cells.
 *
 * in       max    capacity: cells[max * columns], max > 0
 * out      cells  row after row
 *          rows   0 at the end only; may be less than max before it
 * errors   ERR_FILE_READ_FAILED, ERR_LIMIT
 * cost     no XML: about 20 ns a cell
 */
MUST_CHECK enum err xlsx_rows_next(struct xlsx *x, struct xlsx_cell *cells,
                                   size_t max, size_t *rows, struct error *e);

#endif
