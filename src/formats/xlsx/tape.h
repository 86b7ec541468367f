/*
 * tape.h - rows of cells, written once and read in any order.
 *
 * XML is slow to read and a table is read twice, to decide the types and to
 * fill them in; so the first reading leaves the cells here, some 15 bytes each,
 * in memory and, what is over its budget, in a file.
 */
#ifndef FORMATS_XLSX_TAPE_H
#define FORMATS_XLSX_TAPE_H

#include "base/buf.h"

#define TAPE_BLOCK_BYTES ((size_t)1 << 20)
#define TAPE_BLOCKS      256u
#define TAPE_MAX_ROW     ((size_t)128 << 20) /* bytes of one row */

struct tape {
    char *block[TAPE_BLOCKS];
    size_t memory_bytes; /* what the blocks may hold, then the file */
    int spill_fd;        /* -1: none */
    uint64_t spill_max;
    uint64_t n;     /* bytes written */
    struct buf out; /* for the file, not yet written */
    uint64_t out_at;
};

/* What a cell is; the order is that of enum xlsx_kind. */
enum tape_kind {
    TAPE_EMPTY, /* and yet something to report */
    TAPE_TEXT,
    TAPE_NUMBER,
    TAPE_BOOLEAN,
    TAPE_DATE,
    TAPE_DATETIME,
    TAPE_TIME,
    TAPE_DURATION,
    TAPE_ERROR
};

struct tape_cell {
    uint16_t column; /* from 1 */
    uint8_t kind;    /* enum tape_kind */
    uint8_t flags;
    uint32_t style;
    uint32_t n;  /* bytes of its text; of a shared text, which one */
    uint32_t at; /* of its text, in the row's */
};

#define TAPE_SHARED 0x80u /* a flag: the text is a shared one */

struct tape_row {
    uint32_t row; /* from 1 */
    uint32_t n;
    bool hidden;
    struct tape_cell *cells; /* cells[n] by column */
    struct str text;
};

/* An empty tape; the file is borrowed, its first spill_max bytes are ours. */
void tape_init(struct tape *t, size_t memory_bytes, int spill_fd,
               uint64_t spill_max);

/* Give the memory back. */
void tape_release(struct tape *t);

/*
 * tape_put - append a row.
 *
 * out      at      where it is, for tape_get()
 * errors   ERR_LIMIT              memory and file are full
 *          ERR_FILE_WRITE_FAILED  the disk is
 */
MUST_CHECK enum err tape_put(struct tape *t, const struct tape_row *row,
                             uint64_t *at, struct error *e);

/* Write out what waits; before the first tape_get(). */
MUST_CHECK enum err tape_flush(struct tape *t, struct error *e);

/*
 * tape_size - the bytes that tape_get() needs for the row at `at`.
 */
MUST_CHECK enum err tape_size(const struct tape *t, uint64_t at, size_t *n,
                              struct error *e);

/*
 * tape_get - a row; it borrows `room`, which has tape_size() bytes and is
 * aligned for any object.
 *
 * errors   ERR_FILE_READ_FAILED  the file cannot be read
 */
MUST_CHECK enum err tape_get(const struct tape *t, uint64_t at, void *room,
                             size_t n, struct tape_row *row, struct error *e);

#endif
