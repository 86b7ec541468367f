/*
 * sheet.h - reads one worksheet from XML to a tape of rows, and notes what its
 * report must mention.
 */
#ifndef FORMATS_XLSX_SHEET_H
#define FORMATS_XLSX_SHEET_H

#include "formats/package/part.h"
#include "formats/xlsx/ref.h"
#include "formats/xlsx/strings.h"
#include "formats/xlsx/styles.h"
#include "formats/xlsx/tape.h"

#define SHEET_MAX_NOTES  1000u /* places of a kind that are listed */
#define SHEET_MAX_MERGES 100000u

/* tape_cell.flags, beside TAPE_SHARED. */
#define SHEET_PERCENT  0x01u
#define SHEET_CURRENCY 0x02u
#define SHEET_BINARY   0x04u /* numeral.binary */
#define SHEET_UNCACHED 0x08u /* a formula without a value */

/* What is reported by its place. */
enum sheet_note {
    SHEET_NOTE_ERROR,       /* the cell holds #N/A or another error */
    SHEET_NOTE_UNCACHED,    /* a formula whose value was not stored */
    SHEET_NOTE_DAY_ZERO,    /* a date that is day 0 of 1900 */
    SHEET_NOTE_PHANTOM_DAY, /* 29 February 1900 */
    SHEET_NOTE_NO_DATE,     /* a number under a date format, out of range */
    SHEET_NOTE_EMPTY_TEXT,  /* a text or formula that gives "" */
    SHEET_NOTES
};

struct sheet_places {
    struct buf list; /* of struct ref */
    uint64_t total;
};

/* A row that has cells; in the order of the file until sheet_read() is done. */
struct sheet_row {
    uint64_t at; /* on the tape */
    uint32_t row;
    uint16_t first, last; /* columns, from 1 */
    uint16_t cells;
    uint16_t kinds; /* bits 1 << enum tape_kind: those of its cells */
    bool hidden;
};

struct sheet {
    struct tape tape;
    struct buf row_list;
    struct sheet_row *rows; /* rows[n] by number, each once */
    size_t n;
    struct buf merges;         /* of struct ref_range */
    struct buf hidden_columns; /* the same; rows are 1 to the last */
    uint64_t merges_total;
    struct ref_range filter; /* of the auto filter; row 0: there is none */
    struct sheet_places notes[SHEET_NOTES];
    uint64_t formulas;
    uint64_t cells;
};

/* What cells refer to. */
struct sheet_context {
    const struct strings *strings;
    const struct styles *styles;
    bool date1904;
};

/* Nothing read; sheet_release() it. */
void sheet_init(struct sheet *s, size_t memory_bytes, int spill_fd,
                uint64_t spill_max);

/* Give the memory back. */
void sheet_release(struct sheet *s);

/*
 * sheet_read - all cells onto the tape.
 *
 * Rows and cells may be in any order and may lack their place, which is then
 * the one after the last. What the sheet says of its own size is not used.
 *
 * in       c    borrowed while this runs
 * errors   ERR_FILE_READ_FAILED  not well-formed, a place outside of the sheet
 *                                or taken twice, a value that is none of its
 *                                type; the message names the cell
 *          ERR_LIMIT             memory and file are full
 */
MUST_CHECK enum err sheet_read(struct sheet *s, const struct xml_input *input,
                               const struct sheet_context *c, struct error *e);

/* Merged ranges, SHEET_MAX_MERGES at most. */
const struct ref_range *sheet_merges(const struct sheet *s, size_t *n);

#endif
