/*
 * csv_repair.h - what becomes of a record that is not well formed.
 *
 * It is read in several ways: its quotes taken loosely or as letters, cut at
 * another delimiter, cells dropped, joined, split or missing. The way whose
 * cells look most like those of the other rows is taken, if it is clearly the
 * best and spoils no column of numbers or dates; else the line is rejected.
 * Both are told with the line, so that nothing is lost.
 */
#ifndef FORMATS_CSV_REPAIR_H
#define FORMATS_CSV_REPAIR_H

#include "formats/csv_profile.h"

enum csv_fate {
    CSV_REPAIRED,
    CSV_REJECTED,
    CSV_COMMENT,
    CSV_STARVED /* the window must move on; nothing was taken */
};

struct csv_repairer {
    const struct csv_dialect *dialect;
    struct str comment; /* what begins a comment line; empty: nothing */
    struct csv_profile profile;
    struct arena *scratch; /* reset after each record; not the caller's arena */
    struct csv_cell *cells; /* cells[room] */
    size_t room;
};

struct csv_repair {
    enum csv_fate fate;
    const char *reason; /* static */
    struct str text;    /* of the line or record, in the window */
};

/*
 * csv_repair_open - room to work in.
 *
 * in       profile  of the good rows
 *          scratch  its whole budget is used
 * errors   ERR_LIMIT
 */
MUST_CHECK enum err csv_repair_open(struct csv_repairer *rep, struct arena *a,
                                    struct error *e);

/*
 * csv_repair_next - take the record at which a reader stopped as damaged.
 *
 * out      row  row[columns] when repaired
 */
void csv_repair_next(struct csv_repairer *rep, struct csv_reader *r,
                     struct csv_cell *row, struct csv_repair *out);

/*
 * csv_repair_line - the same for one line alone.
 *
 * returns  false: rejected, and *reason says why
 */
bool csv_repair_line(struct csv_repairer *rep, struct str line,
                     struct csv_cell *row, const char **reason);

#endif
