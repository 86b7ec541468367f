/*
 * csv.h - parses delimited text into records and cells, without copying.
 *
 * The reader is RFC 4180, with a backslash as escape and spaces around quotes
 * where the dialect has them, and strict about what would lose data: rows of another width, a quote
 * that is never closed and text after a closing quote are errors with their
 * place, or, where `tolerant`, make it stop before the record, for
 * csv_repair.h to look at. It is lenient where nothing is lost: LF, CR LF and
 * CR all end a record, the last one may lack it, and a quote inside an unquoted
 * cell is a letter.
 *
 * A text larger than memory is read window by window: while `more` is set the
 * reader never takes a record that touches the end of its window, and says
 * with `starved` that it wants to see what follows (csv_continue()).
 *
 * Places: e->pos.offset is a byte of the window and line is 0; the caller
 * turns it into a place of the source.
 */
#ifndef FORMATS_CSV_CSV_H
#define FORMATS_CSV_CSV_H

#include "base/buf.h"

#define CSV_MAX_COLUMNS      ((size_t)100000)
#define CSV_MAX_CELL_BYTES   ((size_t)64 << 20)
#define CSV_MAX_RECORD_BYTES ((size_t)128 << 20)

struct csv_dialect {
    char delimiter; /* NUL: none, each line is one cell */
    char quote;     /* NUL: none */
    char escape;    /* backslash, or NUL: quotes are doubled */
    bool spaced;    /* spaces may be around the quotes of a cell */
};

/* One cell; borrows the text. Quotes around it are not part of it. */
struct csv_cell {
    const char *p;
    uint32_t n;
    bool quoted;
    bool doubled; /* quotes inside are doubled: see csv_cell_text() */
    bool escaped; /* something inside has the escape before it */
};

/* What was seen so far; the counters of two parts of a text add up. */
struct csv_counts {
    uint64_t records; /* the header counted, blank lines not */
    uint64_t blank_lines;
    uint64_t lf, crlf, cr; /* record ends */
    uint64_t inner_lines;  /* line ends inside quotes */
};

struct csv_reader {
    struct str text; /* the window */
    size_t pos;      /* the next record begins here */
    bool more;     /* the text goes on after the window; the caller's to set */
    bool starved;  /* the record at `pos` may go on there, so it was left */
    bool tolerant; /* the caller's to set: damage is no error */
    bool damaged;  /* the record at `pos` cannot be read, so it was left */
    bool unclosed; /* an error was that a quote is never closed */
    char delimiter, quote, escape;
    bool spaced;       /* as in the dialect */
    size_t columns;    /* cells of a record; 0: the first record decides */
    struct str header; /* the caller's to set: a record that says it again is
                          damage; empty: none is */
    size_t block_at;   /* the 64 bytes whose special bytes are in `mask` */
    uint64_t mask;     /* those at or after `pos` */
    struct csv_counts counts;
};

/*
 * csv_open - a reader at the start of `text`, which must be the start of a
 * record. A text can so be read in parts by several readers; set `columns`
 * for all but the first.
 *
 * in       text  UTF-8 without mark and NUL; borrowed
 */
void csv_open(struct csv_reader *r, struct str text,
              const struct csv_dialect *d);

/*
 * csv_continue - a new window, which begins with what was at r->pos.
 *
 * in       text  longer than what was left; the cells given out before are gone
 *          more  the text goes on after it
 */
void csv_continue(struct csv_reader *r, struct str text, bool more);

/* Go on at an offset of the window where a record begins. */
void csv_seek(struct csv_reader *r, size_t pos);

/*
 * csv_take_line - the line at r->pos without its end, and go after it; the
 * counters count it as a record.
 *
 * returns  false when it may go on after the window: then r->starved
 */
bool csv_take_line(struct csv_reader *r, struct str *line);

/* Line ends that the reader has passed, quoted and blank ones too. */
uint64_t csv_lines(const struct csv_counts *c);

/*
 * csv_read_record - the next record, of any width; the first sets the width
 * of those that follow.
 *
 * in       max    room in cells[]; what does not fit is counted, not kept
 * out      cells  cells[0..min(n, max))
 *          n      cells of the record; 0 at the end of the text, or starved
 * errors   as csv_read_rows(), but for the width
 */
MUST_CHECK enum err csv_read_record(struct csv_reader *r,
                                    struct csv_cell *cells, size_t max,
                                    size_t *n, struct error *e);

/*
 * csv_read_rows - the next records, all of r->columns cells.
 *
 * Blank lines are skipped and counted; in a text of one column a blank line is
 * a row with an empty cell.
 *
 * in       max_rows  capacity: cells[max_rows * r->columns]
 * out      cells     row after row
 *          rows      less than max_rows only at the end of the text, or
 *                    starved, or damaged
 * errors   ERR_FILE_READ_FAILED  another width, a quote that is not closed,
 *                                text after a closing quote
 *          ERR_LIMIT             over CSV_MAX_COLUMNS or CSV_MAX_CELL_BYTES
 * cost     O(bytes), about 1 GB/s; no memory is taken
 */
MUST_CHECK enum err csv_read_rows(struct csv_reader *r, struct csv_cell *cells,
                                  size_t max_rows, size_t *rows,
                                  struct error *e);

/*
 * csv_is_header - does the record at r->pos say r->header again, character by
 * character?
 */
bool csv_is_header(const struct csv_reader *r);

/*
 * csv_refuse_record - why a record that no window holds is not read: over
 * CSV_MAX_RECORD_BYTES, most often because a quote is never closed.
 *
 * errors   ERR_FILE_READ_FAILED, ERR_LIMIT; always one of them
 */
MUST_CHECK enum err csv_refuse_record(const struct csv_reader *r,
                                      struct error *e);

/* The cell's value; borrows the text, or `b` when quotes were doubled. */
struct str csv_cell_text(const struct csv_cell *cell, struct buf *b);

#endif
