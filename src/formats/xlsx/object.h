/*
 * object.h - tables that a workbook itself declares (`xl/tables`), whose ranges
 * need no detection.
 */
#ifndef FORMATS_XLSX_OBJECT_H
#define FORMATS_XLSX_OBJECT_H

#include "formats/package/part.h"
#include "formats/xlsx/ref.h"

#define OBJECTS_MAX 256u /* of a sheet; others are found as if unnamed */

struct object {
    struct ref_range range; /* with header and totals */
    struct str name;
    uint32_t header_rows, totals_rows;
};

struct objects {
    struct object *list; /* list[n]; none overlaps one before it */
    size_t n;
};

/* Does one of them have a cell of the range? */
bool objects_overlap(const struct objects *out, const struct ref_range *r);

/* Reads the part of one; a range from row 0: it is none. */
struct object_reader {
    enum err (*read)(void *ctx, struct str part, struct arena *a,
                     struct object *o, struct error *e);
    void *ctx;
};

/* The part as XML; its ctx is the struct unzip. */
MUST_CHECK enum err object_read(void *ctx, struct str part, struct arena *a,
                                struct object *o, struct error *e);

/*
 * objects_read - the tables of a sheet.
 *
 * in       part  of the sheet
 * out      out   lives in `a`; a table without a range is left out
 * errors   ERR_FILE_READ_FAILED  a part that is damaged; ERR_LIMIT
 */
MUST_CHECK enum err objects_read(struct unzip *u, struct str part,
                                 const struct object_reader *reader,
                                 struct arena *a, struct objects *out,
                                 struct error *e);

#endif
